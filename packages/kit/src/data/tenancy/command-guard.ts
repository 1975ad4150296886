import type { CommandStartedEvent, Document, MongoClient } from "mongodb";
import { getRouteStoringNothing } from "../../call/storing-nothing.js";
import { auditComment } from "./cross-business-reads.js";
import { infrastructureCollections } from "../infrastructure.js";
import { ownerLookupComment } from "./owner-lookup.js";
import { sliceEndComment } from "./slice-end.js";
import { namesBusiness } from "./tenancy-guard.js";

/** Comments of reads that return only an id and no other field. */
const idOnlyComments = new Set([ownerLookupComment, sliceEndComment]);

/**
 * Fails every command on a collection of the business whose filter has no business, and every write of a route that stores nothing. It checks what the driver sends, for every caller of the driver.
 * For tests: the driver decodes every answer a second time when it reports commands. Production has `TenancyGuard`.
 */
export function rejectUnscopedCommands(client: MongoClient, database: string, shared: ReadonlySet<string>): void {
  client.on("commandStarted", (event) => {
    const missing = findUnscopedCollection(event, database, shared);
    // An error that a listener throws rejects the command.
    if (missing) throw new Error(`${event.commandName} on ${missing} does not name the business`);
    const route = writeCommands.has(event.commandName) ? getRouteStoringNothing() : undefined;
    if (route) throw new Error(`${route} stores something: declare its budget in rest/src/budgets`);
  });
}

const writeCommands = new Set(["insert", "update", "delete", "findAndModify", "bulkWrite"]);

function findUnscopedCollection(
  event: CommandStartedEvent,
  database: string,
  shared: ReadonlySet<string>,
): string | undefined {
  const { commandName, command } = event;
  if (commandName === "bulkWrite") return findUnscopedBulkCollection(command, shared);
  if (commandName === "aggregate" && command["comment"] === auditComment) return undefined;
  if (commandName === "find" && idOnlyComments.has(String(command["comment"]))) return undefined;
  const collection: unknown = command[commandName];
  if (event.databaseName !== database || typeof collection !== "string" || isExempt(collection, shared))
    return undefined;
  return getFilters(commandName, command).every(namesBusiness) ? undefined : collection;
}

function findUnscopedBulkCollection(command: Document, shared: ReadonlySet<string>): string | undefined {
  const namespaces = (command["nsInfo"] as { ns: string }[]).map(({ ns }) => ns.slice(ns.indexOf(".") + 1));
  for (const operation of command["ops"] as Document[]) {
    const index = (operation["insert"] ?? operation["update"] ?? operation["delete"]) as number;
    const collection = namespaces[index] ?? "";
    const filter = operation["document"] ?? operation["filter"];
    if (!isExempt(collection, shared) && !namesBusiness(filter)) return collection;
  }
  return undefined;
}

/** What selects the records of a command: its filters, or the documents that it inserts. */
function getFilters(commandName: string, command: Document): unknown[] {
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
      return sentByTheKitItself.has(commandName) ? [] : [undefined];
  }
}

const sentByTheKitItself = new Set(["createIndexes", "listIndexes"]);

function isExempt(collection: string, shared: ReadonlySet<string>): boolean {
  return infrastructureCollections.has(collection) || shared.has(collection);
}
