import type { Migration } from "@tenant-ops/kit/data";

export const revokedKeys: Migration = {
  version: 7,
  change: "MongoDB deletes a key 400 days after it was revoked.",
  versionBefore: "It answers for a key that is gone as for one that never was.",
  indexes: "1550cd17848d7258",
};
