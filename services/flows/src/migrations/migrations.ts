import type { Migration } from "@tenant-ops/kit/data";
import { firstIndexes } from "./0001-first-indexes.js";
import { timersOfABusiness } from "./0002-timers-of-a-business.js";
import { retention } from "./0003-retention.js";

/** The steps of the schema. docs/developing.md says how to add one. */
export const migrations: readonly Migration[] = [firstIndexes, timersOfABusiness, retention];
