// Plays a whole hand through `manni engine`, every seat as it is advised from what it alone knows.
// Usage: node examples/client.js [RULES [SEED]]; the command of the engine is in MANNI, by default "manni".
"use strict";
const { spawn } = require("node:child_process");
const { createInterface } = require("node:readline");

const command = (process.env.MANNI || "manni").split(" ");
const engine = spawn(command[0], [...command.slice(1), "engine"], { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map(); // by id: any number of queries may be under way
let asked = 0;

createInterface({ input: engine.stdout }).on("line", (line) => {
  const answer = JSON.parse(line);
  if (!answer.final) return; // partial answers come only when a query asks for them
  const { resolve, reject } = waiting.get(answer.id);
  waiting.delete(answer.id);
  if (answer.error) reject(new Error(`${answer.field}: ${answer.error}`));
  else resolve(answer);
});

function ask(type, fields) {
  const id = ++asked;
  engine.stdin.write(JSON.stringify({ id, type, ...fields }) + "\n");
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

async function main([rules = "hornafjordur", seed = "1"]) {
  let hand = await ask("deal", { rules, seed: Number(seed) });
  while (hand.to_move !== null) {
    const advice = await ask("advise", { record: hand.record, worlds: 10 });
    console.log(hand.to_move, JSON.stringify(advice.best));
    hand = await ask("apply", { record: hand.record, action: advice.best });
  }
  const score = await ask("score", { record: hand.record });
  console.log("tricks", JSON.stringify(score.tricks), "points", JSON.stringify(score.points));
  engine.stdin.end(); // the end of input ends the engine
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
  engine.stdin.end();
});
