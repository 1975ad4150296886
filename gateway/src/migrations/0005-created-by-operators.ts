import type { Migration } from "@tenant-ops/kit/data";

export const createdByOperators: Migration = {
  version: 5,
  change: "An index finds the calls of operators by what they have created.",
  versionBefore: "It does not use the index.",
  indexes: "dc8f8e295033427c",
};
