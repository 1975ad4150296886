import type { CollectionLife, DataLife } from "../data/data-life.types.js";
import { removedCountCollection } from "../data/counts/count-audit.js";
import { archiveCollection, archiveIndexes } from "./archives.store.js";
import { removedCountIndexes } from "./removed-counts.store.js";
import { retentionCollection } from "./retention-rules.store.js";

/** The collections of a service with history that has a retention; `defineService` adds them. */
export const retentionIndexes = { [archiveCollection]: archiveIndexes, [removedCountCollection]: removedCountIndexes };

/** The same for a shared collection: one record per business, found by the id of the business. */
export const retentionShared = { [retentionCollection]: [] };

const until = { kept: "until_deleted" } as const;

export const retentionLife: Readonly<Record<string, CollectionLife>> = {
  [archiveCollection]: {
    retention: until,
    personal: "Names and hashes of files. An erasure rewrites the files that have the person.",
  },
  [removedCountCollection]: { retention: { kept: "always" }, personal: "Counters per quarter of an hour." },
  [retentionCollection]: { retention: until, ofBusiness: "_id", personal: "How long the business keeps what." },
};

/** Whether a process can have archives. */
export const hasArchives = ({ collections }: DataLife): boolean => archiveCollection in collections;
