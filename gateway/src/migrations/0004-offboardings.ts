import type { Migration } from "@tenant-ops/kit/data";

export const offboardings: Migration = {
  version: 4,
  change:
    "Requests of businesses that leave are stored; indexes find them by their business, their key and when they are due.",
  versionBefore: "It knows neither the collection nor its routes, and does not refuse calls of a business that leaves.",
  indexes: "860dec2a7c3d9236",
};
