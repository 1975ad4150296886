import type { CommandFailedEvent, CommandStartedEvent, MongoClient } from "mongodb";
import { currentTraceparent, type Span, startSpan } from "../telemetry/tracing.js";

/** A span for every command that is sent within one. Names and numbers only: a command's contents are the tenant's. */
export function traceCommands(client: MongoClient): void {
  const underWay = new Map<number, Span>();
  client.on("commandStarted", (event) => {
    const parent = currentTraceparent();
    if (parent) underWay.set(event.requestId, startSpan(describe(event, parent)));
  });
  client.on("commandSucceeded", ({ requestId }) => end(requestId));
  client.on("commandFailed", (event) => end(event.requestId, nameOf(event)));

  function end(requestId: number, error?: string): void {
    underWay.get(requestId)?.end({ error });
    underWay.delete(requestId);
  }
}

function describe({ commandName, command, databaseName, address }: CommandStartedEvent, parent: string) {
  const named: unknown = commandName === "getMore" ? command["collection"] : command[commandName];
  const collection = typeof named === "string" ? named : undefined;
  return {
    name: collection ? `${commandName} ${collection}` : commandName,
    kind: "client" as const,
    parent,
    attributes: {
      // The name of the stable convention, and the older one that most back ends still look for.
      "db.system.name": "mongodb",
      "db.system": "mongodb",
      "db.namespace": databaseName,
      "db.operation.name": commandName,
      "db.collection.name": collection,
      "server.address": address,
    },
  };
}

/** Duplicates and write conflicts are everyday answers inside a transaction; they carry MongoDB's own name for them. */
function nameOf({ failure }: CommandFailedEvent): string {
  return "codeName" in failure && typeof failure.codeName === "string" ? failure.codeName : failure.name;
}
