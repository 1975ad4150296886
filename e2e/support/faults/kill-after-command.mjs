// Loaded into a program with --import: kills it when MongoDB has answered the command with the number in KILL_AFTER_COMMAND.
import { MongoClient } from "mongodb";

let countdown = Number(process.env.KILL_AFTER_COMMAND);
// oxlint-disable-next-line typescript/unbound-method -- called below with the client that it belongs to
const { connect } = MongoClient.prototype;
MongoClient.prototype.connect = function connectAndCount(...args) {
  this.monitorCommands = true;
  this.on("commandSucceeded", () => {
    countdown -= 1;
    if (countdown === 0) process.kill(process.pid, "SIGKILL");
  });
  return connect.apply(this, args);
};
