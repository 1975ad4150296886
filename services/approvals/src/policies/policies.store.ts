import type { Scope } from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";

/** The policy of one business. */
export interface Policy {
  _id: string;
  /** Increased by each change; the first one has the version 1. */
  version: number;
}

/** Each business has one policy: the kit puts the business in front. */
export const policyIndexes: IndexDescription[] = [{ key: {}, unique: true }];

export function findPolicy(scope: Scope): Promise<Policy | null> {
  return scope.collection<Policy>("policies").findOne({});
}
