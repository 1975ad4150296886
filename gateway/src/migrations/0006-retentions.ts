import type { Migration } from "@tenant-ops/kit/data";

export const retentions: Migration = {
  version: 6,
  change:
    "How long a business keeps its history is stored; an index finds what was not delivered to every service yet.",
  versionBefore: "It knows neither the collection nor its routes.",
  indexes: "84d13d15ee6a23a6",
};
