import type { Migration } from "@tenant-ops/kit/data";

export const retention: Migration = {
  version: 3,
  change: "Archives of history and what deleted records leave behind are stored; indexes find them.",
  versionBefore:
    "It knows neither, deletes no history, and its comparison of all records finds ledgers from which rows have left wrong.",
  indexes: "87f1d96c4f39c61b",
};
