import type { Database } from "@tenant-ops/kit/data";
import { useChallenge, rejectPasskey, type ChallengeFor } from "./challenges.js";
import { findPersonByCredential, hasPasskey, setPasskeyUsed } from "./passkeys.store.js";
import type { RelyingParty } from "./relying-party.js";

export interface PasskeyAnswer {
  id: string;
  response: Record<string, unknown>;
}

/** The same answer for an unknown passkey and a wrong signature. */
export const createRejection = () =>
  rejectPasskey("The passkey could not be checked. Start again, or use another one.");

/**
 * Checks the answer of an authenticator and stores the use of the passkey.
 * @param personId the passkey must be one of this person; undefined before signing in
 * @returns the person, whether the passkey was added after a link and not confirmed, and what `startSession` asks
 * @throws Refusal passkey_rejected
 */
export async function authenticateWithPasskey(
  { db, relyingParty }: { db: Database; relyingParty: RelyingParty },
  answer: PasskeyAnswer,
  challengeFor: Pick<ChallengeFor, "purpose" | "binding">,
  personId?: string,
): Promise<{ personId: string; isFromLink: boolean; isStillAllowed: () => Promise<boolean> }> {
  const challenge = await useChallenge(db, answer.response["clientDataJSON"], challengeFor);
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
