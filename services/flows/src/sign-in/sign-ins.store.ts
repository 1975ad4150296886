import type { Scope, WriteScope } from "@tenant-ops/kit/data";
import type { PendingCode } from "./codes.rules.js";
import type { Proof, SignIn } from "./sign-ins.rules.js";

export const signInIndexes = [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }] as const;

/** Longer than a code, a visit to the provider or a proof lasts. */
const signInMs = 60 * 60_000;

const signIns = (scope: Scope) => scope.collection<SignIn>("signIns");

const expireLater = (now: Date) => ({ expiresAt: new Date(now.getTime() + signInMs) });

export function findSignIn(scope: Scope, id: string): Promise<SignIn | null> {
  return signIns(scope).findById(id);
}

export function findSignIns(scope: Scope, ids: readonly string[]): Promise<Map<string, SignIn>> {
  return signIns(scope).findByIds(ids);
}

/** Stores the code of a sign-in and replaces an earlier one. */
export async function setCode(scope: WriteScope, id: string, flowId: string, code: PendingCode): Promise<void> {
  const update = { $set: { flowId, code, ...expireLater(scope.now) } };
  await signIns(scope).updateOne({ _id: id }, update, { upsert: true });
}

/** Deletes a code that was not sent, unless another one has replaced it. */
export async function dropCode(scope: WriteScope, id: string, { hash }: PendingCode): Promise<void> {
  await signIns(scope).updateOne({ _id: id, "code.hash": hash }, { $unset: { code: true } });
}

/**
 * Uses one attempt before anything is compared, so that guesses at the same time are counted one by one.
 * @returns the code, or undefined without a pending code and after the last attempt
 */
export async function takeAttempt(scope: Scope, id: string, now: Date): Promise<PendingCode | undefined> {
  const filter = { _id: id, "code.attemptsLeft": { $gt: 0 }, "code.expiresAt": { $gt: now } };
  return (await signIns(scope).findOneAndUpdate(filter, { $inc: { "code.attemptsLeft": -1 } }))?.code;
}

/** Turns a code into a proof. @returns false when another request has used or replaced the code */
export async function confirmCode(scope: WriteScope, id: string, code: PendingCode, proof: Proof): Promise<boolean> {
  const update = { $set: { proof, ...expireLater(proof.at) }, $unset: { code: true, usedAt: true } } as const;
  return (await signIns(scope).updateOne({ _id: id, "code.hash": code.hash }, update)).matchedCount === 1;
}

export async function beginProviderVisit(
  scope: WriteScope,
  id: string,
  flowId: string,
  provider: NonNullable<SignIn["provider"]>,
): Promise<void> {
  const update = { $set: { flowId, provider, ...expireLater(scope.now) } };
  await signIns(scope).updateOne({ _id: id }, update, { upsert: true });
}

/** Ends a visit to the provider, so that of two answers to it one counts. @returns false without such a visit */
export async function takeProviderVisit(scope: Scope, id: string, stateHash: string, now: Date): Promise<boolean> {
  const filter = { _id: id, "provider.stateHash": stateHash, "provider.expiresAt": { $gt: now } };
  return (await signIns(scope).updateOne(filter, { $unset: { provider: true } })).matchedCount === 1;
}

export async function setProof(scope: Scope, id: string, proof: Proof): Promise<void> {
  const update = { $set: { proof, ...expireLater(proof.at) }, $unset: { code: true, usedAt: true } } as const;
  await signIns(scope).updateOne({ _id: id }, update);
}

/** Call it in the transaction of the registration: a proof is valid for one registration. */
export async function markUsed(scope: WriteScope, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await signIns(scope).updateMany({ _id: { $in: [...ids] } }, { $set: { usedAt: scope.now } });
}
