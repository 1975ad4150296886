import type { DataLife, ErasureStepContext } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import type { Bus } from "../events/bus.js";
import type { ArchiveStore } from "../retention/index.js";
import type { PersonMatcher } from "./person-matcher.js";
import type { PersonCollection } from "./person-records.js";

/** Dependencies of the functions for personal data and for the data of a business. */
export interface PrivacyOptions {
  db: Database;
  life: DataLife;
  bus: Bus;
  /** Name of the service, as in the subjects of its events. */
  service: string;
  /** The archive store; absent when the operator has set none. */
  archives?: ArchiveStore | undefined;
}

/** One call of an erasure. */
export interface ErasureRun extends PrivacyOptions, ErasureStepContext {
  requestId: string;
  matcher: PersonMatcher;
  collections: readonly PersonCollection[];
}

/** @returns the position of the next call; undefined at the end */
export type KitStep = (run: ErasureRun, position: string | undefined) => Promise<string | undefined>;
