import type { Migration } from "@tenant-ops/kit/data";

export const retention: Migration = {
  version: 2,
  change: "Archives of history and what deleted records leave behind are stored; indexes find them.",
  versionBefore:
    "It knows neither, deletes no history, and its comparison of all records finds roulettes from which spins have left wrong.",
  indexes: "fd9b8ceb6db7454f",
};
