import type { Migration } from "@tenant-ops/kit/data";

export const keysOfPersonRequests: Migration = {
  version: 3,
  change:
    "A request about a person has every idempotency key that it has answered, and an erasure has a slot of its business while it runs.",
  versionBefore: "It writes requests without them, which are found by their own key and do not count as running.",
  indexes: "e8824850ad465407",
};
