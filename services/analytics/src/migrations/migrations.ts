import type { Migration } from "@tenant-ops/kit/data";

/** The steps of the schema. docs/developing.md says how to add one. */
export const migrations: readonly Migration[] = [
  {
    version: 1,
    change: "The collections of the kit have their indexes; analytics has none of its own.",
    versionBefore: "There is none.",
    indexes: "e925c138eab8c80c",
  },
];
