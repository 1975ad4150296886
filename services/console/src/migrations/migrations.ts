import type { Migration } from "@tenant-ops/kit/data";
import { firstIndexes } from "./0001-first-indexes.js";
import { peopleWhoLeft } from "./0002-people-who-left.js";
import { addressesInLowerCase } from "./0003-addresses-in-lower-case.js";

/** The steps of the schema. docs/developing.md says how to add one. */
export const migrations: readonly Migration[] = [firstIndexes, peopleWhoLeft, addressesInLowerCase];
