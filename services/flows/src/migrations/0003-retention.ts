import type { Migration } from "@tenant-ops/kit/data";

export const retention: Migration = {
  version: 3,
  change: "Archives of registrations and the rules of businesses are stored; indexes find them.",
  versionBefore: "It knows neither, and deletes no registration by its age.",
  indexes: "dd56ccb4c476528b",
};
