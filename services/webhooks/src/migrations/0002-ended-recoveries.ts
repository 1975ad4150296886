import type { Migration } from "@tenant-ops/kit/data";

export const endedRecoveries: Migration = {
  version: 2,
  change: "A recovery that is done has the time of its end, 400 days after which MongoDB deletes it.",
  versionBefore: "It writes none. A later run of the migration job adds it; until then the record stays.",
  indexes: "39eee42bde46a9f6",
  up: ({ changeRecords }) =>
    changeRecords({
      collection: "recoveries",
      filter: { status: "done", endedAt: null },
      fields: ["status"],
      // The real end is not known. With the present time, no recovery is deleted too early.
      toUpdate: () => ({ $set: { endedAt: new Date() } }),
    }),
};
