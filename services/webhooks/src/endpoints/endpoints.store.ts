import { isDuplicateKeyError, type Scope } from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";

export interface EndpointSecret {
  /** Its name in answers; the secret itself is shown once. */
  kid: string;
  enc: string;
  createdAt: Date;
  /** Set by a rotation: both secrets sign until then. */
  expiresAt?: Date;
}

export interface EndpointStats {
  lastSuccessAt?: Date;
  lastFailureAt?: Date;
  /** Failed attempts since the last success. */
  failures: number;
  /** The first of them. */
  failingSince?: Date;
  warnedAt?: Date;
}

export type DisabledReason = "tenant" | "gone" | "failing";

export interface Endpoint {
  _id: string;
  /** 0–19; unique per business, so that parallel registrations cannot pass the limit. */
  slot: number;
  url: string;
  description: string;
  events: string[];
  status: "enabled" | "disabled";
  disabledReason?: DisabledReason;
  disabledAt?: Date;
  maxAttempts?: number;
  maxConcurrency?: number;
  ratePerSecond?: number;
  secrets: EndpointSecret[];
  stats: EndpointStats;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export const endpointsMax = 20;
export const endpointIndexes: readonly IndexDescription[] = [{ key: { slot: 1 }, unique: true }];

const endpoints = (scope: Scope) => scope.collection<Endpoint>("endpoints");

export function listEndpoints(scope: Scope): Promise<Endpoint[]> {
  return endpoints(scope).find({}, { sort: { createdAt: 1, _id: 1 } });
}

export function findEndpoint(scope: Scope, id: string): Promise<Endpoint | null> {
  return endpoints(scope).findOne({ _id: { $eq: id } });
}

export async function insertEndpoint(scope: Scope, endpoint: Endpoint): Promise<void> {
  await endpoints(scope).insertOne(endpoint);
}

/** Another registration took the slot at the same moment; the next try finds the next one. */
export const isSlotTaken = (error: unknown): boolean => isDuplicateKeyError(error, "slot");

export async function replaceFields(
  scope: Scope,
  id: string,
  set: Partial<Endpoint>,
  unset: readonly (keyof Endpoint)[] = [],
): Promise<Endpoint | null> {
  return endpoints(scope).findOneAndUpdate(
    { _id: { $eq: id } },
    {
      $set: { ...set, updatedAt: scope.now },
      $inc: { version: 1 },
      ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((name) => [name, ""])) }),
    },
  );
}

export function deleteEndpoint(scope: Scope, id: string): Promise<boolean> {
  return endpoints(scope).deleteOne({ _id: { $eq: id } });
}

/** @returns whether this call was the one that disabled it */
export async function disableIfEnabled(scope: Scope, id: string, reason: DisabledReason): Promise<boolean> {
  const changed = await endpoints(scope).updateOne(
    { _id: id, status: "enabled" },
    {
      $set: { status: "disabled", disabledReason: reason, disabledAt: scope.now, updatedAt: scope.now },
      $inc: { version: 1 },
    },
  );
  return changed.modifiedCount === 1;
}

export interface Tally {
  failures: number;
  lastFailureAt?: Date;
  lastSuccessAt?: Date;
  /** Failures after the last success of this tally. */
  failuresSinceSuccess: number;
}

/** Adds what a worker saw to what the endpoint's owner is shown. */
export function addToStats(scope: Scope, id: string, tally: Tally): Promise<Endpoint | null> {
  const { lastSuccessAt, lastFailureAt, failuresSinceSuccess } = tally;
  const set = {
    ...(lastSuccessAt && { "stats.lastSuccessAt": lastSuccessAt }),
    ...(lastFailureAt && { "stats.lastFailureAt": lastFailureAt }),
  };
  if (!lastSuccessAt) {
    // A pipeline, because the first failure of a row is remembered and the later ones are not.
    return endpoints(scope).findOneAndUpdate({ _id: id }, [
      {
        $set: {
          ...set,
          "stats.failures": { $add: ["$stats.failures", failuresSinceSuccess] },
          "stats.failingSince": { $ifNull: ["$stats.failingSince", lastFailureAt ?? scope.now] },
        },
      },
    ]);
  }
  const isFailing = failuresSinceSuccess > 0 && lastFailureAt;
  return endpoints(scope).findOneAndUpdate(
    { _id: id },
    {
      $set: {
        ...set,
        "stats.failures": failuresSinceSuccess,
        ...(isFailing && { "stats.failingSince": lastFailureAt }),
      },
      $unset: { "stats.warnedAt": "", ...(!isFailing && { "stats.failingSince": "" }) },
    },
  );
}

/** @returns whether this call was the one that noted the warning */
export async function noteWarning(scope: Scope, id: string): Promise<boolean> {
  const changed = await endpoints(scope).updateOne(
    { _id: id, status: "enabled", "stats.warnedAt": { $exists: false } },
    { $set: { "stats.warnedAt": scope.now } },
  );
  return changed.modifiedCount === 1;
}
