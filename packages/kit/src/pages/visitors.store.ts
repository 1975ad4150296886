import type { CollectionLife, PersonRole } from "../data/data-life.types.js";
import type { Scope, WriteScope } from "../data/tenancy/scope.types.js";
import type { ContactKind } from "../call/visitor-pass.js";
import type { VisitorDetails } from "./cookies.js";

/**
 * The registration of a flow that made the pass of a visitor, and what it says about them. The records that a visitor causes have a copy, so that
 * their lists name the person without a call to flows.
 */
export interface VisitorRegistration extends VisitorDetails {
  /** Slug of the flow. */
  slug: string;
  registrationId: string;
  /** Whether the visitor has proved a contact, or an account at an identity provider. */
  isVerified: boolean;
  /**
   * Which contacts are proven. The name and the other contact are what the visitor wrote. Copies of the preceding version do not have it: which contact
   * was proven is not known then.
   */
  provenContact?: ContactKind[];
}

/** The copy of a registration in a record, as callers see it. */
export const toRegistrationCopy = <Copy extends Pick<VisitorRegistration, "provenContact">>(copy: Copy) => ({
  ...copy,
  provenContact: copy.provenContact ?? [],
});

/** A visitor of one page who has used a pass. */
export interface Visitor {
  /** Hash of the cookie. A pass whose cookie has a record was used. */
  _id: string;
  /** Id of the roulette or course. */
  targetId: string;
  /** Identifies the browser: visitors who register again in the same browser keep it. */
  visitId: string;
  /** Identifies the person within the business, as far as the registration contains it. */
  visitorId: string;
  registration: VisitorRegistration;
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

/**
 * How a collection with copies of registrations declares the person in them. It is a role of its own: the id of the visitor is computed from one of the
 * values, so a search by another value must neither lead to it nor change it.
 */
export const registrationRole = {
  identifiedBy: {
    "registration.registrationId": ["registrationId"],
    "registration.email": ["email"],
    "registration.phone": ["phone"],
  },
  // Flows knows what was proved, and finds the names itself.
  isTyped: () => true,
  details: {
    registration: undefined,
    // Stored answers can have these fields without the object.
    "registration.fullName": undefined,
    "registration.email": undefined,
    "registration.phone": undefined,
    "registration.provenContact": undefined,
  },
} satisfies PersonRole;

/** How the collection is declared by these services. Without the record the cookie is that of an unknown browser. */
export const pageVisitorLife: CollectionLife = {
  retention: { kept: "days_after", field: "expiresAt", days: 0 },
  personal: {
    roles: [{ identifiedBy: { visitorId: ["userId"] } }, registrationRole],
    isDeleted: true,
  },
};
