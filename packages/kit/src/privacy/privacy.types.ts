import { type Call, createSystemCall } from "../call/call.js";
import type { DataLife, ErasureStepContext } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import type { Bus } from "../events/bus.js";
import type { ArchiveStore } from "../retention/index.js";
import type { PersonMatcher } from "./person-matcher.js";
import type { PersonCollection } from "./person-records.js";

/** Time for a part that begins just before `until`. */
const partMs = 10_000;

/**
 * The call of one part of an erasure. It has its own deadline: a part that takes longer than the caller's timeout is still recorded, and is not
 * repeated.
 * @param until milliseconds since 1970 until which the part may begin further work; without it, the part is one transaction
 */
export function createErasureCall(
  { businessId, requestId, allowsClosed = "closed" }: Pick<Call, "businessId" | "requestId" | "allowsClosed">,
  until = 0,
): Call {
  const deadline = Math.max(until, Date.now()) + partMs;
  return createSystemCall(businessId, "erasure", { requestId, allowsClosed, deadline });
}

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

/** One part of an erasure. */
export interface ErasureRun extends PrivacyOptions, ErasureStepContext {
  matcher: PersonMatcher;
  collections: readonly PersonCollection[];
}
