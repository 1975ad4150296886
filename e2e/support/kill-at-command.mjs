// Loaded into a service with --import. After SIGUSR2 it counts the commands that the service sends to MongoDB inside
// transactions, once before each command is sent and once after its answer, and kills the process at the count in KILL_PLAN_FILE.
// It deletes that file when it begins to count.
import { readFileSync, rmSync } from "node:fs";
import { MongoClient } from "mongodb";

let countdown = Infinity;
process.on("SIGUSR2", () => {
  countdown = Number(readFileSync(process.env.KILL_PLAN_FILE, "utf8"));
  rmSync(process.env.KILL_PLAN_FILE);
});

function countPoint() {
  countdown -= 1;
  if (countdown === 0) process.kill(process.pid, "SIGKILL");
}

const transactions = new Set();
// oxlint-disable-next-line typescript/unbound-method -- called below with the client that it belongs to
const { connect } = MongoClient.prototype;
MongoClient.prototype.connect = function connectAndCount(...args) {
  // Needs monitorCommands, which the tenancy guard turns on.
  this.on("commandStarted", ({ requestId, command }) => {
    if (command.autocommit !== false) return;
    transactions.add(requestId);
    countPoint();
  });
  this.on("commandSucceeded", ({ requestId }) => {
    if (transactions.delete(requestId)) countPoint();
  });
  return connect.apply(this, args);
};
