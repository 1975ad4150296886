import type { CommandFailedEvent, CommandStartedEvent, MongoClient } from "mongodb";
import { getCurrentTraceparent, startSpan } from "../../telemetry/tracing.js";
import type { Span } from "../../telemetry/tracing.types.js";

/** Records a span for every command that is sent inside another span. The span has no contents of the command, which are data of the tenant. */
export function traceCommands(client: MongoClient): void {
  const running = new Map<number, Span>();
  client.on("commandStarted", (event) => {
    const parent = getCurrentTraceparent();
    if (parent) running.set(event.requestId, startSpan(toSpanStart(event, parent)));
  });
  client.on("commandSucceeded", ({ requestId }) => end(requestId));
  client.on("commandFailed", (event) => end(event.requestId, getErrorName(event)));

  function end(requestId: number, error?: string): void {
    running.get(requestId)?.end({ error });
    running.delete(requestId);
  }
}

function toSpanStart({ commandName, command, databaseName, address }: CommandStartedEvent, parent: string) {
  const named: unknown = commandName === "getMore" ? command["collection"] : command[commandName];
  const collection = typeof named === "string" ? named : undefined;
  return {
    name: collection ? `${commandName} ${collection}` : commandName,
    kind: "client" as const,
    parent,
    attributes: {
      // The name of the stable convention, and the older one that most tracing back ends still read.
      "db.system.name": "mongodb",
      "db.system": "mongodb",
      "db.namespace": databaseName,
      "db.operation.name": commandName,
      "db.collection.name": collection,
      "server.address": address,
    },
  };
}

/** MongoDB's name of the error. Duplicate keys and write conflicts are frequent and expected inside transactions. */
function getErrorName({ failure }: CommandFailedEvent): string {
  return "codeName" in failure && typeof failure.codeName === "string" ? failure.codeName : failure.name;
}
