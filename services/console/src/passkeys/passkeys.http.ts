import { type Database, isDuplicateKeyError, newId } from "@tenant-ops/kit/data";
import { Refusal, refused } from "@tenant-ops/kit/errors";
import { getClientAddress, requireProof } from "@tenant-ops/kit/http";
import {
  createPasskey,
  createPasskeyOptions,
  deletePasskey,
  listPasskeys,
  renamePasskey,
} from "@tenant-ops/rest/console";
import type { FastifyInstance } from "fastify";
import { requirePerson } from "../people/people.store.js";
import type { Passkey, Person } from "../people/people.types.js";
import { bindPersonRoute, type PersonRouteOptions } from "../requests/person-routes.js";
import { createSessionEnded } from "../sessions/find-session.js";
import type { Session } from "../sessions/sessions.store.js";
import { createChallenge, rejectPasskey, useChallenge } from "./challenges.js";
import { addPasskey, deletePasskeyUnlessLast, passkeysMax, setPasskeyName } from "./passkeys.store.js";
import type { RelyingParty } from "./relying-party.js";

// Order matters: Edge also says Chrome, and Chrome also says Safari.
const browsers: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/Chrom(e|ium)\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone|iPad/, "iOS"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
];

/** The name of a new passkey, such as `Chrome, Windows`. */
function describeBrowser(userAgent = ""): string {
  const find = (list: readonly [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [find(browsers), find(systems)].filter(Boolean).join(", ") || "Passkey";
}

export interface PasskeyRouteOptions extends PersonRouteOptions {
  relyingParty: RelyingParty;
}

/** The passkeys of the person who is signed in. */
export function passkeyHttp(app: FastifyInstance, options: PasskeyRouteOptions): void {
  const { db, relyingParty } = options;

  bindPersonRoute(app, options, listPasskeys, async ({ session }) => {
    const { passkeys = [] } = await requirePerson(db, session.personId);
    return { items: passkeys.map(toReply) };
  });

  bindPersonRoute(app, options, createPasskeyOptions, async ({ session, request }) => {
    const person = await requirePerson(db, session.personId);
    requireMayAdd(person, session);
    const address = getClientAddress(request);
    const challenge = await createChallenge(db, { purpose: "register", binding: session._id, address });
    return { options: { ...(await relyingParty.createRegistrationOptions(person, challenge)) } };
  });

  bindPersonRoute(app, options, createPasskey, async ({ session, body: { name, answer }, request }) => {
    requireMayAdd(await requirePerson(db, session.personId), session);
    const binding = session._id;
    const challenge = await useChallenge(db, answer.response["clientDataJSON"], { purpose: "register", binding });
    const passkey = {
      _id: newId("psk"),
      ...(await relyingParty.verifyRegistration(answer, challenge)),
      name: name ?? describeBrowser(request.headers["user-agent"]),
      ...(session.isFromLink && { isFromLink: true as const }),
      createdAt: new Date(),
      lastUsedAt: null,
    };
    await insertPasskey(db, session, passkey);
    return toReply(passkey);
  });

  bindPersonRoute(app, options, renamePasskey, async ({ session, params: { passkeyId }, body: { name } }) => {
    if (!(await setPasskeyName(db, session.personId, passkeyId, name))) throw createNotFound();
    const { passkeys = [] } = await requirePerson(db, session.personId);
    const renamed = passkeys.find(({ _id }) => _id === passkeyId);
    if (!renamed) throw createNotFound();
    return toReply(renamed);
  });

  bindPersonRoute(app, options, deletePasskey, async ({ session, params: { passkeyId } }) => {
    if (await deletePasskeyUnlessLast(db, session.personId, passkeyId)) return undefined;
    const { passkeys = [] } = await requirePerson(db, session.personId);
    if (!passkeys.some(({ _id }) => _id === passkeyId)) throw createNotFound();
    throw new Refusal("last_passkey", "This is your only passkey. Add another one before you delete it.");
  });
}

/**
 * The first passkey of a person who signed in with a link needs no further proof: the link was the proof, and the person has no other.
 * @throws Refusal step_up_required, quota_exceeded
 */
function requireMayAdd({ passkeys = [] }: Person, session: Session): void {
  const isFirst = passkeys.length === 0 && session.startedBy === "link";
  if (!isFirst) requireProof(session);
  if (passkeys.length >= passkeysMax) throw createQuotaExceeded();
}

async function insertPasskey(db: Database, session: Session, passkey: Passkey): Promise<void> {
  try {
    const outcome = await addPasskey(db, session, passkey);
    if (outcome === "full") throw createQuotaExceeded();
    if (outcome === "ended") throw createSessionEnded();
  } catch (error) {
    // Two people cannot have the same credential, because signing in finds a person by it.
    if (isDuplicateKeyError(error)) throw rejectPasskey("This passkey is registered already.");
    throw error;
  }
}

const createNotFound = () => new Refusal("passkey_not_found", "You have no such passkey.");
const createQuotaExceeded = () =>
  refused("quota_exceeded", `A person has at most ${passkeysMax} passkeys. Delete one that you do not use.`, {
    max: passkeysMax,
  });

function toReply({ _id, name, isSynced, isFromLink, createdAt, lastUsedAt }: Passkey) {
  const times = { createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
  return { _id, name, isSynced, isFromLink: isFromLink === true, ...times };
}
