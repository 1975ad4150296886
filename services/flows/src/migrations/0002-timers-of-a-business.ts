import type { Migration } from "@tenant-ops/kit/data";

export const timersOfABusiness: Migration = {
  version: 2,
  change:
    "An index finds the next timer of one business, so that the timers of a business that leaves are not read again and again.",
  versionBefore: "It finds the next timer by its time, with the index that it knows.",
  indexes: "b17d878b3d4eb78f",
};
