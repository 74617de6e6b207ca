"""Are records as the rules and the published schema have them? Every line of some files is validated and replayed.

manni match greedy random greedy --rules plain --games 500 --seed 1 --save plain.jsonl
python -m bench.check_records plain.jsonl
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

from manni.errors import ManniError
from manni.record import dumps, loads
from manni.schemas import published


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("files", nargs="+", type=Path)
    schema = Draft202012Validator(json.loads(published("record")))
    wrong = 0
    for file in parser.parse_args().files:
        records = hands = 0
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            record = json.loads(line)
            records += 1
            hands += len(record.get("hands", [record]))
            try:
                same = dumps(loads(line)) == line
                error = None if same and schema.is_valid(record) else "not as it would be written"
            except ManniError as refused:
                error = str(refused)
            if error:
                wrong += 1
                print(f"{file}, line {number}: {error}")
        print(f"{file}: {records} records, {hands} hands, {wrong} wrong so far")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
