// Loaded into a service with --import. At SIGUSR2 it reads and deletes KILL_PLAN_FILE, begins to count, and kills the process at the count in that
// file. "7" counts commands that the service sends to MongoDB inside transactions, once before each is sent and once after its answer. "archives 3"
// counts stored changes of this collection; changes of a transaction count when it is committed.
import { readFileSync, rmSync } from "node:fs";
// The driver of the bundled programs.
import mongodb from "../../../deploy/dist/mongodb.mjs";

const { MongoClient } = mongodb;

let countdown = Infinity;
/** The collection whose changes are counted instead of commands. */
let collection;
process.on("SIGUSR2", () => {
  const words = readFileSync(process.env.KILL_PLAN_FILE, "utf8").split(" ");
  countdown = Number(words.pop());
  [collection] = words;
  rmSync(process.env.KILL_PLAN_FILE);
});

function count() {
  countdown -= 1;
  if (countdown === 0) process.kill(process.pid, "SIGKILL");
}

/** Ids of commands inside transactions that were not answered yet. */
const inTransactions = new Set();
/** Ids of commands whose answer means that a change of the collection is stored. */
const storing = new Set();
/** Transactions that have changed the collection. */
const changing = new Set();
const toTransaction = ({ lsid, txnNumber }) => `${lsid.id.toString("hex")} ${txnNumber}`;

function onCommand({ requestId, command }) {
  const isInTransaction = command.autocommit === false;
  if (collection === undefined) {
    if (!isInTransaction) return;
    inTransactions.add(requestId);
    count();
  } else if ([command.insert, command.update, command.findAndModify].includes(collection)) {
    if (isInTransaction) changing.add(toTransaction(command));
    else storing.add(requestId);
  } else if (command.commitTransaction && changing.delete(toTransaction(command))) storing.add(requestId);
}

const { connect } = MongoClient.prototype;
MongoClient.prototype.connect = function connectAndCount(...args) {
  // Needs monitorCommands, which the tenancy guard turns on.
  this.on("commandStarted", onCommand);
  this.on("commandSucceeded", ({ requestId }) => {
    if (inTransactions.delete(requestId) || storing.delete(requestId)) count();
  });
  return connect.apply(this, args);
};
