import { createSystemCall } from "@tenant-ops/kit/call";
import { isDuplicateKeyError, type WriteScope } from "@tenant-ops/kit/data";
import { checkUrl, egressRefused } from "@tenant-ops/kit/egress";
import { encryptSecret } from "@tenant-ops/kit/encryption";
import { rateLimited, Refusal } from "@tenant-ops/kit/errors";
import { createToken, hashToken } from "@tenant-ops/kit/http";
import type { ProviderClaims } from "@tenant-ops/kit/oidc";
import { cutText, normalizeEmail, normalizeText } from "@tenant-ops/kit/texts";
import { defineVerb } from "@tenant-ops/kit/verbs";
import { fixedLimits } from "@tenant-ops/rest/budgets";
import type { ConsoleContext } from "../context.js";
import { findMembership } from "../members/members.store.js";
import { addMember } from "../members/members.verbs.js";
import type { Person } from "../people/people.rules.js";
import { newPersonId } from "../people/people.store.js";
import { publishPeopleChange } from "../sessions/people-changes.js";
import { deleteProviderSessions } from "../sessions/sessions.store.js";
import {
  createSecretNeeded,
  endsSessions,
  getRedirectUrl,
  type Identity,
  type IdentityProvider,
  isOfDomains,
  type ProviderSignIn,
  requireKnownSecret,
} from "./identity-providers.rules.js";
import {
  countProviderSignIns,
  deleteProvider,
  findIdentity,
  findProvider,
  insertIdentity,
  insertProviderSignIn,
  listProviderPeople,
  putProvider,
  readClientSecret,
  takeProviderSignIn as takeRecord,
} from "./identity-providers.store.js";

const signInMs = 10 * 60_000;
const { openProviderSignInsPerAddress: perAddressMax } = fixedLimits;

type Settings = Omit<IdentityProvider, "_id" | "clientSecret" | "updatedAt"> & { clientSecret?: string | undefined };

/** @throws Refusal egress_refused */
export async function requireReachable({ egress, urlRules }: ConsoleContext, issuer: string): Promise<void> {
  if (await egress.hasForbiddenAddress(checkUrl(issuer, urlRules, "issuer"))) throw egressRefused("issuer");
}

/** Stores the provider of a business. The secret is not sent to another issuer than the one for which it was entered. */
export const saveProvider = defineVerb((context: ConsoleContext) => ({
  loadBefore: async ({ businessId }, { issuer: address, clientSecret }: Settings) => {
    const stored = await findProvider(context.db, businessId);
    if (clientSecret === undefined && !stored) throw createSecretNeeded();
    await requireReachable(context, address);
    return { stored, issuer: (await context.providerClient.describe(address)).issuer };
  },
  load: async ({ businessId, now }, _request, before) => ({ ...before, businessId, now }),
  plan: ({ clientSecret: given, ...settings }, { stored, issuer, businessId, now }): IdentityProvider => {
    const keys = context.clientSecretKeys;
    const readStored = (known: IdentityProvider) => readClientSecret(keys, known);
    const clientSecret = given ?? requireKnownSecret(stored, { ...settings, issuer }, readStored);
    const encrypted = encryptSecret(keys, clientSecret, businessId);
    return { _id: businessId, ...settings, issuer, clientSecret: encrypted, updatedAt: now };
  },
  write: async (scope, provider) => {
    const before = await putProvider(scope, provider);
    if (before && endsSessions(before, provider)) await endProviderSessions(scope);
    const { clientSecret: _, ...shown } = provider;
    return shown;
  },
  afterCommit: () => publishPeopleChange(context.bus),
}));

/** @throws Refusal sign_in_not_configured */
export const removeProvider = defineVerb(({ bus }: ConsoleContext) => ({
  plan: (request: object) => request,
  write: async (scope) => {
    if (!(await deleteProvider(scope)))
      throw new Refusal("sign_in_not_configured", "The business has no identity provider.");
    await endProviderSessions(scope);
    return {};
  },
  afterCommit: () => publishPeopleChange(bus),
}));

/** What the settings allowed ends with them. */
const endProviderSessions = async (scope: WriteScope): Promise<void> =>
  deleteProviderSessions(scope, await listProviderPeople(scope));

/**
 * Begins to sign a person in at the provider of a business.
 * @returns where the browser goes, and the token of its cookie; undefined when the client secret cannot be read
 * @throws Refusal rate_limited
 */
export async function beginProviderSignIn(
  context: ConsoleContext,
  provider: IdentityProvider,
  begun: Pick<ProviderSignIn, "address" | "returnPath">,
) {
  const { db, providerClient } = context;
  if ((await countProviderSignIns(db, begun.address, perAddressMax)) >= perAddressMax)
    throw rateLimited("Too many attempts were begun and not finished.", signInMs / 1000);
  const settings = readSettings(context, provider);
  if (!settings) return undefined;
  const [state, browser] = [providerClient.createState(), createToken()];
  const { href } = await providerClient.createAddress(settings, state);
  await insertProviderSignIn(db, {
    ...begun,
    _id: hashToken(state),
    binding: hashToken(browser),
    businessId: provider._id,
    expiresAt: new Date(Date.now() + signInMs),
  });
  return { href, browser };
}

/** Uses up a sign-in that was begun. */
export const takeProviderSignIn = (
  { db }: ConsoleContext,
  begun: Pick<ProviderSignIn, "_id" | "binding" | "businessId">,
) => takeRecord(db, begun);

/** @returns undefined when the client secret cannot be read; the log says so, because only the operator knows why */
export function readSettings({ clientSecretKeys, config, logger }: ConsoleContext, provider: IdentityProvider) {
  const { _id: businessId, issuer, clientId, acceptsMissingEmailVerified } = provider;
  const clientSecret = readClientSecret(clientSecretKeys, provider);
  const redirectUrl = getRedirectUrl(config.APP_URL, businessId);
  if (clientSecret !== undefined) return { issuer, clientId, clientSecret, redirectUrl, acceptsMissingEmailVerified };
  logger.error(
    { businessId },
    "client secret of an identity provider cannot be read, LINK_SECRET lacks what has encrypted it",
  );
  return undefined;
}

/** The first sign-in of a person. */
const joinWithIdentity = defineVerb(() => ({
  plan: (request: { identityId: string; person: Person; role: IdentityProvider["role"] }) => request,
  async write(scope, { identityId, person, role }) {
    await addMember(scope, person, { email: person.email, role });
    const { businessId, now: createdAt } = scope;
    await insertIdentity(scope, { _id: identityId, businessId, personId: person._id, createdAt });
  },
}));

/**
 * Finds the person of an identity. The first sign-in creates the person and the membership; a removed member does not become a member again by
 * signing in.
 * @returns id of the person, or undefined for one who may not sign in
 * @throws Refusal quota_exceeded
 */
export function signInIdentity(context: Pick<ConsoleContext, "db" | "config">) {
  const { db } = context;
  const join = joinWithIdentity(context);

  /** @returns undefined for a person who was removed */
  const findMember = async ({ businessId, personId }: Identity) =>
    (await findMembership(db, businessId, personId)) ? personId : undefined;

  return async (
    { _id: businessId, issuer, domains, role }: IdentityProvider,
    { subject, email: claimed, isEmailVerified, name }: ProviderClaims,
  ): Promise<string | undefined> => {
    const email = normalizeEmail(claimed);
    if (!isEmailVerified || !isOfDomains(email, domains)) return undefined;
    const identityId = hashToken(JSON.stringify([businessId, issuer, subject]));
    const known = await findIdentity(db, identityId);
    if (known) return findMember(known);
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
      await join(createSystemCall(businessId, "first sign-in"), { identityId, person, role });
    } catch (error) {
      // Of two first sign-ins at once, the other one has created the person.
      const created = isDuplicateKeyError(error) ? await findIdentity(db, identityId) : null;
      if (!created) throw error;
      return findMember(created);
    }
    return person._id;
  };
}
