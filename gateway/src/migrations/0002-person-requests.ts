import type { Migration } from "@tenant-ops/kit/data";

export const personRequests: Migration = {
  version: 2,
  change: "Requests about persons are stored, and indexes find them by their key, their person and when they are due.",
  versionBefore: "It knows neither the collection nor its routes.",
  indexes: "f9738c1e81d5c06c",
};
