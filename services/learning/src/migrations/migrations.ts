import type { Migration } from "@tenant-ops/kit/data";
import { firstIndexes } from "./0001-first-indexes.js";
import { trigramsOfSessions } from "./0002-trigrams-of-sessions.js";
import { retention } from "./0003-retention.js";

/** The steps of the schema. docs/developing.md says how to add one. */
export const migrations: readonly Migration[] = [firstIndexes, trigramsOfSessions, retention];
