import { createSystemCall } from "@tenant-ops/kit/call";
import { type Database, isDuplicateKeyError } from "@tenant-ops/kit/data";
import { hashToken } from "@tenant-ops/kit/http";
import type { ProviderClaims } from "@tenant-ops/kit/oidc";
import { cutText, normalizeEmail, normalizeText } from "@tenant-ops/kit/texts";
import { addMember } from "../members/members.changes.js";
import { findMembership } from "../members/members.store.js";
import { newPersonId } from "../people/people.types.js";
import { isOfDomains } from "./identity-providers.rules.js";
import { findIdentity, insertIdentity } from "./identity-providers.store.js";
import type { Identity, IdentityProvider } from "./identity-providers.types.js";

/**
 * Finds the person of an identity. The first sign-in creates the person and the membership; a removed member does not become a member again by
 * signing in.
 * @returns id of the person, or undefined for one who may not sign in
 * @throws Refusal quota_exceeded
 */
export async function signInIdentity(
  db: Database,
  provider: IdentityProvider,
  { subject, email: claimed, isEmailVerified, name }: ProviderClaims,
): Promise<string | undefined> {
  const email = normalizeEmail(claimed);
  if (!isEmailVerified || !isOfDomains(email, provider.domains)) return undefined;
  const businessId = provider._id;
  const identityId = hashToken(JSON.stringify([businessId, provider.issuer, subject]));
  const known = await findIdentity(db, identityId);
  if (known) return findMember(db, known);
  const now = new Date();
  const person = {
    _id: newPersonId(),
    name: cutText(normalizeText(name ?? "") || email, 200),
    email,
    language: null,
    createdAt: now,
    joinedAt: now,
    // A person of an identity provider joins no other business: the administrator of the provider could sign in there as this person.
    identityOf: businessId,
  };
  try {
    await db.transaction(createSystemCall(businessId, "first sign-in"), async (scope) => {
      await addMember(scope, person, { email, role: provider.role });
      await insertIdentity(scope, { _id: identityId, businessId, personId: person._id, createdAt: scope.now });
      return {};
    });
  } catch (error) {
    // Of two first sign-ins at once, the other one has created the person.
    const created = isDuplicateKeyError(error) ? await findIdentity(db, identityId) : null;
    if (!created) throw error;
    return findMember(db, created);
  }
  return person._id;
}

/** @returns undefined for a person who was removed */
async function findMember(db: Database, { businessId, personId }: Identity): Promise<string | undefined> {
  return (await findMembership(db, businessId, personId)) ? personId : undefined;
}
