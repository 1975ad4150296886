import type { Collection, Document } from "mongodb";
import * as z from "zod";
import { isBusinessId } from "../../call/business-id.js";
import type { Logger } from "../../telemetry/logger.js";
import type { Metrics } from "../../telemetry/metrics.js";
import { infrastructureCollections } from "../infrastructure.js";

/** The setting of `DatabaseOptions.tenancyGuard`, the same in every process. */
export const tenancySettings = {
  TENANCY_GUARD: z
    .union([z.literal("commands"), z.stringbool()])
    .default(true)
    .describe(
      "Refuses database operations that do not name one business; `commands`, for tests, checks what the driver sends too",
    ),
};

/**
 * Refuses queries and inserts that do not name one business. `TenantCollection` adds the business to each of them; the guard is between it and the
 * driver, and detects an operation without the business. It costs less than a microsecond per operation.
 */
export interface TenancyGuard {
  /** The same collection, whose operations throw when they do not name one business. */
  guard(collection: Collection): Collection;
  /** @throws Error when a document for a collection of the business does not name one */
  checkInsert(collection: string, document: Document): void;
  /** For a command that is sent without the collection. @throws Error when its filter does not name one business */
  checkFilter(operation: string, collection: string, filter: Document): void;
}

export interface TenancyGuardOptions {
  /** Collections that belong to no business. */
  shared: ReadonlySet<string>;
  logger: Logger;
  metrics?: Metrics;
}

/** What selects the records of an operation: its filters, or the documents that it inserts. An operation that is not here is refused. */
const selectorsByOperation: Record<string, (argument: unknown) => unknown[]> = {
  find: (filter) => [filter],
  findOne: (filter) => [filter],
  countDocuments: (filter) => [filter],
  aggregate: (pipeline) => [(pipeline as Document[])[0]?.["$match"]],
  insertOne: (document) => [document],
  insertMany: (documents) => documents as Document[],
  updateOne: (filter) => [filter],
  updateMany: (filter) => [filter],
  findOneAndUpdate: (filter) => [filter],
  deleteOne: (filter) => [filter],
  deleteMany: (filter) => [filter],
  bulkWrite: (operations) =>
    (operations as Document[]).flatMap((operation) => Object.values(operation).map(toSelector)),
};

export function createTenancyGuard({ shared, logger, metrics }: TenancyGuardOptions): TenancyGuard {
  const refuse = (operation: string, collection: string): never => {
    metrics?.tenancyRefusals.inc();
    const error = new Error(`${operation} on ${collection} does not name the business`);
    logger.error({ err: error, operation, collection }, "database operation without a business refused");
    throw error;
  };
  return {
    guard: (collection) => guardCollection(collection, refuse),
    checkInsert: (collection, document) => {
      if (infrastructureCollections.has(collection) || shared.has(collection) || namesBusiness(document)) return;
      refuse("insert", collection);
    },
    checkFilter: (operation, collection, filter) => {
      if (!namesBusiness(filter)) refuse(operation, collection);
    },
  };
}

function guardCollection(collection: Collection, refuse: (operation: string, collection: string) => never): Collection {
  const checked = new Map<PropertyKey, unknown>();
  const check = (name: string, operation: (...args: unknown[]) => unknown) => {
    const readSelectors = Object.hasOwn(selectorsByOperation, name) ? selectorsByOperation[name] : undefined;
    return (...args: unknown[]): unknown => {
      if (!readSelectors?.(args[0]).every(namesBusiness)) refuse(name, collection.collectionName);
      return operation.apply(collection, args);
    };
  };
  return new Proxy(collection, {
    get(target, name) {
      const known = checked.get(name);
      if (known) return known;
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      const wrapped = check(String(name), value as (...args: unknown[]) => unknown);
      checked.set(name, wrapped);
      return wrapped;
    },
  });
}

/** Of `{ insertOne: { document } }` the document, of `{ updateOne: { filter, update } }` the filter. */
function toSelector(write: unknown): unknown {
  const { document, filter } = write as { document?: unknown; filter?: unknown };
  return document ?? filter;
}

/** Whether a filter or a document names exactly one business. An operator, such as `$in`, does not. */
export function namesBusiness(selector: unknown): boolean {
  return isBusinessId((selector as Document | null | undefined)?.["businessId"]);
}
