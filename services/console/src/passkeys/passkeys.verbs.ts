import { type Database, isDuplicateKeyError, newId } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { getClientAddress } from "@tenant-ops/kit/http";
import { passkeyAnswer } from "@tenant-ops/rest/console";
import type { FastifyRequest } from "fastify";
import { type z, ZodError } from "zod";
import type { ConsoleContext } from "../context.js";
import { type Passkey, requirePerson } from "../people/people.rules.js";
import { findPerson } from "../people/people.store.js";
import { publishPeopleChange } from "../sessions/people-changes.js";
import { createSessionEnded, type Session } from "../sessions/sessions.rules.js";
import { setProven } from "../sessions/sessions.store.js";
import { type ChallengeFor, createChallenge, createRejection, rejectPasskey, useChallenge } from "./challenges.js";
import {
  createQuotaExceeded,
  describeBrowser,
  requireMayAdd,
  requirePasskey,
  requirePasskeys,
  refuseDeletion,
} from "./passkeys.rules.js";
import {
  addPasskey,
  deletePasskeyUnlessLast,
  findPersonByCredential,
  hasPasskey,
  setPasskeyName,
  setPasskeyUsed,
} from "./passkeys.store.js";

export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

const readPerson = async (db: Database, { personId }: Pick<Session, "personId">) =>
  requirePerson(await findPerson(db, personId));

/** The options with which a browser makes a passkey. */
export async function beginPasskey({ db, relyingParty }: ConsoleContext, session: Session, request: FastifyRequest) {
  const person = await readPerson(db, session);
  requireMayAdd(person, session);
  const challengeFor = { purpose: "register", binding: session._id, address: getClientAddress(request) } as const;
  return relyingParty.createRegistrationOptions(person, await createChallenge(db, challengeFor));
}

/** Adds the passkey that a browser has made. */
export async function createPasskey(
  { db, relyingParty }: ConsoleContext,
  session: Session,
  { name, answer }: { name?: string | undefined; answer: PasskeyAnswer },
  userAgent: string | undefined,
): Promise<Passkey> {
  requireMayAdd(await readPerson(db, session), session);
  const challengeFor = { purpose: "register", binding: session._id } as const;
  const challenge = await useChallenge(db, answer.response["clientDataJSON"], challengeFor);
  const passkey = {
    _id: newId("psk"),
    ...(await relyingParty.verifyRegistration(answer, challenge)),
    name: name ?? describeBrowser(userAgent),
    ...(session.isFromLink && { isFromLink: true as const }),
    createdAt: new Date(),
    lastUsedAt: null,
  };
  await insertPasskey(db, session, passkey);
  return passkey;
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

export async function renamePasskey({ db }: ConsoleContext, session: Session, passkeyId: string, name: string) {
  const isRenamed = await setPasskeyName(db, session.personId, passkeyId, name);
  return requirePasskey(isRenamed ? await readPerson(db, session) : {}, passkeyId);
}

export async function deletePasskey({ db }: ConsoleContext, session: Session, passkeyId: string): Promise<undefined> {
  if (!(await deletePasskeyUnlessLast(db, session.personId, passkeyId)))
    throw refuseDeletion(await readPerson(db, session), passkeyId);
}

/** The options with which a person who is signed in proves again who they are. */
export async function beginProof({ db, relyingParty }: ConsoleContext, session: Session, request: FastifyRequest) {
  const passkeys = requirePasskeys(await readPerson(db, session));
  const challengeFor = { purpose: "step-up", binding: session._id, address: getClientAddress(request) } as const;
  return relyingParty.createAuthenticationOptions(passkeys, await createChallenge(db, challengeFor));
}

/** @returns when the person has proven it */
export async function completeProof(context: ConsoleContext, session: Session, answer: PasskeyAnswer): Promise<Date> {
  const challengeFor = { purpose: "step-up", binding: session._id } as const;
  await authenticateWithPasskey(context, answer, challengeFor, session.personId);
  const provenAt = new Date();
  await setProven(context.db, session._id, provenAt);
  // The gateways remember when the person last proved who they are.
  publishPeopleChange(context.bus);
  return provenAt;
}

/** The options with which a browser offers all passkeys for this site. @param binding hash of a cookie of the browser */
export async function beginSignIn({ db, relyingParty }: ConsoleContext, binding: string, request: FastifyRequest) {
  const challengeFor = { purpose: "sign-in", binding, address: getClientAddress(request) } as const;
  return relyingParty.createAuthenticationOptions([], await createChallenge(db, challengeFor));
}

/**
 * Checks the answer of an authenticator and stores the use of the passkey. `personId`: the passkey must be one of this person; undefined before
 * signing in.
 * @returns the person, whether the passkey was added after a link and not confirmed, and what `startSession` asks
 * @throws Refusal passkey_rejected
 */
export async function authenticateWithPasskey(
  context: Relying,
  answer: PasskeyAnswer,
  challengeFor: Pick<ChallengeFor, "purpose" | "binding">,
  personId?: string,
) {
  const challenge = await useChallenge(context.db, answer.response["clientDataJSON"], challengeFor);
  return verifyPasskey(context, answer, challenge, personId);
}

/** Whether this person has signed this challenge, which another service has made and checks to be used once. @param answerText as JSON */
export async function isProvenBy(context: Relying, answerText: string, challenge: string, personId: string) {
  try {
    const answer = passkeyAnswer.parse(JSON.parse(answerText));
    await verifyPasskey(context, answer, challenge, personId);
    return true;
  } catch (error) {
    if (error instanceof Refusal || error instanceof SyntaxError || error instanceof ZodError) return false;
    throw error;
  }
}

type Relying = Pick<ConsoleContext, "db" | "relyingParty">;

async function verifyPasskey(
  { db, relyingParty }: Relying,
  answer: PasskeyAnswer,
  challenge: string,
  personId: string | undefined,
) {
  const person = await findPersonByCredential(db, answer.id);
  const passkey = person?.passkeys?.find(({ credentialId }) => credentialId === answer.id);
  if (!person || !passkey || (personId !== undefined && person._id !== personId)) throw createRejection();
  const { userHandle } = answer.response;
  if (userHandle !== undefined && userHandle !== Buffer.from(person._id).toString("base64url")) throw createRejection();
  const newCounter = await relyingParty.verifyAuthentication(answer, challenge, passkey);
  if (!(await setPasskeyUsed(db, passkey, newCounter, new Date()))) throw createRejection();
  const { _id, isFromLink = false } = passkey;
  // A person who joins a further business loses the passkeys that others may have added, and any person may delete one.
  return { personId: person._id, isFromLink, isStillAllowed: () => hasPasskey(db, person._id, _id) };
}
