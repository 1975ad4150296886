import type { CollectionLife } from "../data/data-life.types.js";
import type { Scope, WriteScope } from "../data/tenancy/scope.types.js";

/** A visitor of one page who has used a pass. It holds no personal data; the registration does. */
export interface Visitor {
  /** Hash of the cookie. A pass whose cookie has a record was used. */
  _id: string;
  /** Id of the roulette or course. */
  targetId: string;
  /** Identifies the browser: visitors who register again in the same browser keep it. */
  visitId: string;
  /** Identifies the person within the business, as far as the registration contains it. */
  visitorId: string;
  isVerified: boolean;
  /** Slug of the flow. */
  slug: string;
  registrationId: string;
  createdAt: Date;
  expiresAt: Date;
}

/** For the collection `visitors` of a service with such a page. MongoDB deletes a record when its cookie has expired. */
export const visitorIndexes = [{ key: { expiresAt: 1 as const }, expireAfterSeconds: 0 }];

const visitors = (scope: Scope) => scope.collection<Visitor>("visitors");

export function findVisitorById(scope: Scope, id: string): Promise<Visitor | null> {
  return visitors(scope).findById(id);
}

/**
 * Inserts at once, so that the caller gets the error here.
 * @throws a duplicate key error on `_id` when another request has used the same pass
 */
export function insertVisitor(scope: WriteScope, visitor: Visitor): Promise<void> {
  return visitors(scope).insertOne(visitor);
}

/** How the collection is declared by these services. Without the record the cookie is that of an unknown browser. */
export const pageVisitorLife: CollectionLife = {
  retention: { kept: "days_after", field: "expiresAt", days: 0 },
  personal: { roles: [{ identifiedBy: { visitorId: ["userId"], registrationId: ["userId"] } }], isDeleted: true },
};
