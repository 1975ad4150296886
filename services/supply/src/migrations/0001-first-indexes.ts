import type { Migration } from "@tenant-ops/kit/data";

export const firstIndexes: Migration = {
  version: 1,
  change: "The schema is recorded. Its indexes are those that processes of earlier builds created when they started.",
  versionBefore: "It creates the same indexes when it starts, and finds them.",
  indexes: "9ca1a671a35a06f3",
};
