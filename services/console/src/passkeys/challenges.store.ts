import type { Database } from "@tenant-ops/kit/data";

export type ChallengePurpose = "register" | "step-up" | "sign-in";

/** Random bytes that an authenticator signs, so that its answer is accepted once, for one purpose and from one browser. */
export interface Challenge {
  /** SHA-256 of the challenge. */
  _id: string;
  purpose: ChallengePurpose;
  /** The session, or before signing in the hash of a cookie. */
  binding: string;
  address: string;
  expiresAt: Date;
}

const challenges = (db: Database) => db.shared<Challenge>("challenges");

export const challengeIndexes: Array<{ key: Record<string, 1>; expireAfterSeconds?: number }> = [
  { key: { address: 1, expiresAt: 1 } },
  { key: { binding: 1, expiresAt: 1 } },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
];

export async function insertChallenge(db: Database, challenge: Challenge): Promise<void> {
  await challenges(db).insertOne(challenge);
}

/** Deletes the challenge, so that only one of two answers to it is accepted. @returns false when there is none */
export async function takeChallenge(
  db: Database,
  { _id, purpose, binding }: Pick<Challenge, "_id" | "purpose" | "binding">,
  now: Date,
): Promise<boolean> {
  const filter = { _id: { $eq: _id }, purpose: { $eq: purpose }, binding: { $eq: binding }, expiresAt: { $gt: now } };
  return (await challenges(db).findOneAndDelete(filter)) !== null;
}

/** Counts at most `limit`. */
export function countOpenChallenges(
  db: Database,
  filter: { address: string } | { binding: string },
  now: Date,
  limit: number,
): Promise<number> {
  const [[name, value] = ["", ""]] = Object.entries(filter);
  return challenges(db).countDocuments({ [name]: { $eq: value }, expiresAt: { $gt: now } }, { limit });
}
