import type { Migration } from "@tenant-ops/kit/data";
import { firstIndexes } from "./0001-first-indexes.js";
import { personRequests } from "./0002-person-requests.js";
import { keysOfPersonRequests } from "./0003-keys-of-person-requests.js";
import { offboardings } from "./0004-offboardings.js";
import { createdByOperators } from "./0005-created-by-operators.js";
import { retentions } from "./0006-retentions.js";
import { revokedKeys } from "./0007-revoked-keys.js";

/** The steps of the schema. docs/developing.md says how to add one. */
export const migrations: readonly Migration[] = [
  firstIndexes,
  personRequests,
  keysOfPersonRequests,
  offboardings,
  createdByOperators,
  retentions,
  revokedKeys,
];
