// Loaded into a service with --import. After SIGUSR2 it counts what the service says to MongoDB inside of transactions,
// before each command is sent and after each is answered, and kills the process at the count in KILL_PLAN_FILE.
import { readFileSync } from "node:fs";
import { MongoClient } from "mongodb";

let countdown = Infinity;
process.on("SIGUSR2", () => {
  countdown = Number(readFileSync(process.env.KILL_PLAN_FILE, "utf8"));
});

function pass() {
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
    pass();
  });
  this.on("commandSucceeded", ({ requestId }) => {
    if (transactions.delete(requestId)) pass();
  });
  return connect.apply(this, args);
};
