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

position="H F .A84.865.KT8752/Q73.J5.KQJ743.A/AKJT642.Q.92.96 -"
printf '\n$ manni solve "%s"\n' "$position"
manni solve "$position"
