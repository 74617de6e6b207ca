"""Plays a whole hand through ``manni engine``, every seat as it is advised from what it alone knows.

Usage: python examples/client.py [RULES [SEED]]
"""

import json
import subprocess
import sys


class Engine:
    """The engine as a process."""

    def __init__(self):
        command = [sys.executable, "-m", "manni", "engine"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self.asked = 0

    def ask(self, kind, **fields):
        """Send a query and wait for its final answer."""
        self.asked += 1
        print(json.dumps({"id": self.asked, "type": kind, **fields}), file=self.process.stdin, flush=True)
        answer = {"final": False}
        while not answer["final"]:  # partial answers come only when a query asks for them
            answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(f"{answer['field']}: {answer['error']}")
        return answer


engine = Engine()
arguments = dict(zip(("rules", "seed"), sys.argv[1:], strict=False))
hand = engine.ask("deal", rules=arguments.get("rules", "hornafjordur"), seed=int(arguments.get("seed", 1)))
while hand["to_move"] is not None:
    advice = engine.ask("advise", record=hand["record"], worlds=10)
    print(hand["to_move"], json.dumps(advice["best"]))
    hand = engine.ask("apply", record=hand["record"], action=advice["best"])
score = engine.ask("score", record=hand["record"])
print("tricks", json.dumps(score["tricks"]), "points", json.dumps(score["points"]))
engine.process.stdin.close()  # the end of input ends the engine
sys.exit(engine.process.wait())
