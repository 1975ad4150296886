// Loaded into a service with --import. At SIGUSR2 it reads and deletes KILL_PLAN_FILE, begins to count, and kills the process at the count in that
// file. "7" counts commands that the service sends to MongoDB inside transactions, once before each is sent and once after its answer. "archives 3"
// counts stored changes of this collection; changes of a transaction count when it is committed. "every approvals 7" counts what this process waits
// for: commands inside transactions, changes of this collection outside of them, and messages to and from other services; each before it is sent, and
// after its answer.
import { readFileSync, rmSync } from "node:fs";
import http2 from "node:http2";
// The driver of the bundled programs.
import mongodb from "../../../deploy/dist/mongodb.mjs";

const { MongoClient } = mongodb;

let countdown = Infinity;
/** The collection whose changes are counted instead of commands, or beside them. */
let collection;
let countsEvery = false;
process.on("SIGUSR2", () => {
  const words = readFileSync(process.env.KILL_PLAN_FILE, "utf8").split(" ");
  countdown = Number(words.pop());
  collection = words.pop();
  countsEvery = words.pop() === "every";
  rmSync(process.env.KILL_PLAN_FILE);
});

function count() {
  countdown -= 1;
  if (countdown === 0) process.kill(process.pid, "SIGKILL");
}

/** Ids of counted commands that were not answered yet. */
const inTransactions = new Set();
/** Ids of commands whose answer means that a change of the collection is stored. */
const storing = new Set();
/** Transactions that have changed the collection. */
const changing = new Set();
const toTransaction = ({ lsid, txnNumber }) => `${lsid.id.toString("hex")} ${txnNumber}`;

function onCommand({ requestId, command }) {
  const isInTransaction = command.autocommit === false;
  const isChange = [command.insert, command.update, command.findAndModify].includes(collection);
  if (collection === undefined || countsEvery) {
    if (!isInTransaction && !(countsEvery && isChange)) return;
    inTransactions.add(requestId);
    count();
  } else if (isChange) {
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

// What other services are asked and answer is written to and read from streams of HTTP/2.
const { connect: connectHttp2 } = http2;
http2.connect = function connectAndCountMessages(...args) {
  const session = connectHttp2.apply(this, args);
  const request = session.request.bind(session);
  session.request = function requestAndCount(...given) {
    const stream = request(...given);
    const write = stream.write.bind(stream);
    stream.write = function countAndWrite(...written) {
      if (countsEvery) count();
      return write(...written);
    };
    stream.prependListener("data", () => countsEvery && count());
    return stream;
  };
  return session;
};
