import type { Migration } from "@tenant-ops/kit/data";
import { firstIndexes } from "./0001-first-indexes.js";
import { endedRecoveries } from "./0002-ended-recoveries.js";

/** The steps of the schema. docs/developing.md says how to add one. */
export const migrations: readonly Migration[] = [firstIndexes, endedRecoveries];
