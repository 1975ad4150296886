import type { Migration } from "@tenant-ops/kit/data";

/** The steps of the schema. docs/developing.md says how to add one. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    change: "The collections of the first version have their indexes.",
    versionBefore: "There is none.",
    indexes: "e2f47f940b3ec89f",
  },
];
