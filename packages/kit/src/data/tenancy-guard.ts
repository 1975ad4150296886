import type { CommandStartedEvent, Document, MongoClient } from "mongodb";
import { auditComment } from "./cross-business-reads.js";
import { infrastructureCollections } from "./infrastructure.js";

/**
 * Watches every command on its way to the server and fails the one that touches a business's collection without naming the
 * business. The scope makes such a command impossible; this is the proof, and the net should somebody go around the scope.
 */
export function rejectUnscopedCommands(client: MongoClient, database: string, shared: ReadonlySet<string>): void {
  client.on("commandStarted", (event) => {
    const missing = commandWithoutBusiness(event, database, shared);
    // An error thrown by a listener reaches whoever sent the command.
    if (missing) throw new Error(`${event.commandName} on ${missing} does not name the business`);
  });
}

function commandWithoutBusiness(
  event: CommandStartedEvent,
  database: string,
  shared: ReadonlySet<string>,
): string | undefined {
  const { commandName, command } = event;
  if (commandName === "bulkWrite") return bulkWithoutBusiness(command, shared);
  if (commandName === "aggregate" && command["comment"] === auditComment) return undefined;
  const collection: unknown = command[commandName];
  if (event.databaseName !== database || typeof collection !== "string" || isExempt(collection, shared))
    return undefined;
  return filtersOf(commandName, command).every(namesBusiness) ? undefined : collection;
}

function bulkWithoutBusiness(command: Document, shared: ReadonlySet<string>): string | undefined {
  const namespaces = (command["nsInfo"] as { ns: string }[]).map(({ ns }) => ns.slice(ns.indexOf(".") + 1));
  for (const operation of command["ops"] as Document[]) {
    const index = (operation["insert"] ?? operation["update"] ?? operation["delete"]) as number;
    const collection = namespaces[index] ?? "";
    const filter = operation["document"] ?? operation["filter"];
    if (!isExempt(collection, shared) && !namesBusiness(filter)) return collection;
  }
  return undefined;
}

/** What decides which records a command touches: its filters, or the records that it brings. */
function filtersOf(commandName: string, command: Document): unknown[] {
  switch (commandName) {
    case "find":
      return [command["filter"]];
    case "aggregate":
      return [(command["pipeline"] as Document[])[0]?.["$match"]];
    case "insert":
      return command["documents"] as Document[];
    case "update":
      return (command["updates"] as Document[]).map((update) => update["q"] as unknown);
    case "delete":
      return (command["deletes"] as Document[]).map((deletion) => deletion["q"] as unknown);
    case "findAndModify":
    case "count":
    case "distinct":
      return [command["query"]];
    default:
      return [];
  }
}

function namesBusiness(filter: unknown): boolean {
  return typeof (filter as Document | undefined)?.["businessId"] === "string";
}

function isExempt(collection: string, shared: ReadonlySet<string>): boolean {
  return infrastructureCollections.has(collection) || shared.has(collection);
}
