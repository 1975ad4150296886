export type { BatchedWrite, PlannedItem } from "./batch.types.js";
export { isDuplicateKeyError, openDatabase } from "./database.js";
export type { Database, DatabaseOptions, Scope, WriteScope } from "./database.types.js";
export { parseDateRange, type DateRange } from "./dates.js";
export { newId } from "./ids.js";
export { acquireLease, releaseLease } from "./lease.js";
export { aggregatePage, findPage, newestFirst, toListReply, type Page, type PageRequest } from "./pages.js";
export { TenantCollection, type StoredRecord, type UpdateCounts } from "./tenant-collection.js";
export { type IndexDescription } from "mongodb";
