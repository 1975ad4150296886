import type { Migration } from "@tenant-ops/kit/data";

export const retentions: Migration = {
  version: 6,
  change: "How long a business keeps its history is stored; an index finds what services were not told yet.",
  versionBefore: "It knows neither the collection nor its routes.",
  indexes: "b35104b213d06724",
};
