import { randomBytes } from "node:crypto";
import type { Database } from "@tenant-ops/kit/data";
import { rateLimited, Refusal } from "@tenant-ops/kit/errors";
import { hashToken } from "@tenant-ops/kit/http";
import { fixedLimits } from "@tenant-ops/rest/budgets";
import { type ChallengePurpose, countOpenChallenges, insertChallenge, takeChallenge } from "./challenges.store.js";

export const challengeMs = 5 * 60_000;
const challengeBytes = 32;
const { openChallengesPerAddress: perAddressMax, openChallengesPerBrowser: perBindingMax } = fixedLimits;

export interface ChallengeFor {
  purpose: ChallengePurpose;
  /** Id of the session, or before signing in the hash of a cookie of the browser. */
  binding: string;
  address: string;
}

/**
 * A new challenge that is valid once and for five minutes. Only its hash is stored.
 * @throws Refusal rate_limited when too many were begun and not answered
 */
export async function createChallenge(db: Database, { purpose, binding, address }: ChallengeFor): Promise<Buffer> {
  const now = new Date();
  const [ofAddress, ofBinding] = await Promise.all([
    countOpenChallenges(db, { address }, now, perAddressMax),
    countOpenChallenges(db, { binding }, now, perBindingMax),
  ]);
  if (ofAddress >= perAddressMax || ofBinding >= perBindingMax)
    throw rateLimited("Too many attempts were begun and not finished. Try again in five minutes.", challengeMs / 1000);
  const challenge = randomBytes(challengeBytes);
  const _id = hashToken(challenge.toString("base64url"));
  await insertChallenge(db, { _id, purpose, binding, address, expiresAt: new Date(now.getTime() + challengeMs) });
  return challenge;
}

/**
 * The challenge in the answer of an authenticator, which is used up by this.
 * @throws Refusal passkey_rejected when it was not made for this purpose and browser, was used, or is too old
 */
export async function useChallenge(
  db: Database,
  clientDataJson: unknown,
  { purpose, binding }: Pick<ChallengeFor, "purpose" | "binding">,
): Promise<string> {
  const challenge = readChallenge(clientDataJson);
  const isKnown =
    challenge !== undefined && (await takeChallenge(db, { _id: hashToken(challenge), purpose, binding }, new Date()));
  if (isKnown) return challenge;
  throw rejectPasskey("This request was answered before, or is older than five minutes. Start again.");
}

export const rejectPasskey = (detail: string): Refusal => new Refusal("passkey_rejected", detail);

/** The same answer for an unknown passkey and a wrong signature. */
export const createRejection = (): Refusal =>
  rejectPasskey("The passkey could not be checked. Start again, or use another one.");

function readChallenge(clientDataJson: unknown): string | undefined {
  if (typeof clientDataJson !== "string") return undefined;
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJson, "base64url").toString("utf8")) as {
      challenge?: unknown;
    };
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}
