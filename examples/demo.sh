#!/bin/sh
# One bundled position of each kind; `make demo` runs it on a fresh build.
set -e
cd "$(dirname "$0")"

run() {
    printf '\n$ manni %s\n' "$*"
    manni "$@"
}

run advise exchange.json --seed 1
run advise play.json --seed 1
run advise declare.json --seed 1
run advise take.json --seed 1

position="NT D .T83.AQ964.AQ82/Q632.QJ9642.7.K/A.K.J853.JT7543 -"
printf '\n$ manni solve "%s"\n' "$position"
manni solve "$position"
