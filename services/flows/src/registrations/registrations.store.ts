import { randomUUID } from "node:crypto";
import {
  type Database,
  type DateRange,
  findPageByWords,
  type IndexDescription,
  type Page,
  type PageRequest,
  planPersonSearch,
  rangeFilter,
  type Scope,
  wordIndex,
  type WriteScope,
} from "@tenant-ops/kit/data";
import { secretsMax, uploadsMax } from "./registration-steps.rules.js";
import type { Registration, RegistrationFile, RegistrationState, WaitingFor } from "./registrations.rules.js";

/** When a pending registration needs work: one per registration, in a collection that workers search across all businesses. */
interface RegistrationTimer {
  /** The id of the registration. */
  _id: string;
  /** For a claimed timer: the end of the claim, after which another worker may claim it. */
  dueAt: Date;
  /** How often it was claimed since it was set: the attempts at the bank, including those that a crash interrupted. */
  claims: number;
  /** Changes with each claim; only the worker with this token may release the timer. */
  token?: string;
}

export interface ClaimedTimer extends RegistrationTimer {
  businessId: string;
  token: string;
}

/** For queries about one business; see `findNextOfBusiness`. */
const ofBusinessIndex = { businessId: 1, dueAt: 1 } as const;
export const registrationTimerIndexes = [{ key: { dueAt: 1, businessId: 1 } }, { key: ofBusinessIndex }] as const;

const timers = (scope: Scope) => scope.ofShared<RegistrationTimer>("registrationTimers");
const allTimers = (db: Database) => db.shared<RegistrationTimer & { businessId: string }>("registrationTimers");

export async function insertTimer(scope: WriteScope, registrationId: string, dueAt: Date): Promise<void> {
  await timers(scope).append({ _id: registrationId, dueAt, claims: 0 });
}

/** Sets the timer again, with no claims. A worker that has claimed it loses its claim. */
export async function resetTimer(scope: WriteScope, registrationId: string, dueAt: Date): Promise<void> {
  await timers(scope).updateOne(
    { _id: registrationId },
    { $set: { dueAt, claims: 0 }, $unset: { token: 1 } },
    { upsert: true },
  );
}

export async function deleteTimer(scope: Scope, registrationId: string): Promise<void> {
  await timers(scope).deleteOne({ _id: registrationId });
}

/** Ends a claim. @returns false when another worker has claimed the timer since */
export async function releaseTimer(scope: WriteScope, { _id, token }: ClaimedTimer, dueAt: Date): Promise<boolean> {
  const { matchedCount } = await timers(scope).updateOne({ _id, token }, { $set: { dueAt }, $unset: { token: 1 } });
  return matchedCount === 1;
}

/**
 * Claims the timer of a business that has been due longest. In a transaction: a write without one waits for the lock that a killed process has left,
 * and meanwhile the worker claims nothing of other businesses.
 */
export async function claimTimer(scope: WriteScope, leaseMs: number): Promise<ClaimedTimer | null> {
  const { businessId, now } = scope;
  const token = randomUUID();
  const claimed = await timers(scope).findOneAndUpdate(
    { dueAt: { $lte: now } },
    { $set: { dueAt: new Date(now.getTime() + leaseMs), token }, $inc: { claims: 1 } },
    { sort: { dueAt: 1 }, hint: ofBusinessIndex },
  );
  return claimed && { ...claimed, businessId, token };
}

/** When the next timer of any business is due, including businesses in offboarding. */
export async function findNextDueTime(db: Database): Promise<Date | undefined> {
  const next = await allTimers(db).findOne({}, { sort: { dueAt: 1 }, projection: { dueAt: 1 } });
  return next?.dueAt;
}

/**
 * The first timer of the next business, by id, that has one due by `dueBy`. MongoDB seeks once per business, so skipping a business costs the same
 * whether it has one timer or 100,000.
 * @param busy businesses to skip
 */
export function findNextOfBusiness(
  db: Database,
  { after, dueBy, busy }: { after: string; dueBy: Date; busy: readonly string[] },
): Promise<Pick<ClaimedTimer, "businessId" | "dueAt"> | null> {
  return allTimers(db).findOne(
    { businessId: { $gt: after, $nin: [...busy] }, dueAt: { $lte: dueBy } },
    { sort: ofBusinessIndex, projection: { businessId: 1, dueAt: 1 }, hint: ofBusinessIndex },
  );
}

export const registrationIndexes: IndexDescription[] = [
  { key: { flowId: 1, createdAt: -1, _id: -1 } },
  { key: { flowId: 1, state: 1, createdAt: -1, _id: -1 } },
  wordIndex(["flowId"]),
  // One entry per proven phone.
  { key: { "proof.phone": 1 }, partialFilterExpression: { "proof.phone": { $exists: true } } },
];

const registrations = (scope: Scope) => scope.collection<Registration>("registrations");

export function insertRegistration(scope: WriteScope, registration: Registration): Promise<void> {
  return registrations(scope).append(registration);
}

/** A registration of this flow, by its id. */
export function findRegistration(scope: Scope, flowId: string, registrationId: string): Promise<Registration | null> {
  return registrations(scope).findOne({ _id: registrationId, flowId });
}

/** Registrations of any flow, by id. */
export function findRegistrations(scope: Scope, ids: readonly string[]): Promise<Map<string, Registration>> {
  return registrations(scope).findByIds(ids);
}

/** A registration of any flow, by its id. */
export function findRegistrationById(scope: Scope, registrationId: string): Promise<Registration | null> {
  return registrations(scope).findById(registrationId);
}

/** Whether a visitor with this phone has proved it and registered. */
export async function hasProvenPhone(scope: Scope, phone: string): Promise<boolean> {
  return (await registrations(scope).findOne({ "proof.phone": phone }, { projection: { _id: 1 } })) !== null;
}

/** The changes of a step; `null` removes a field. */
export type RegistrationChanges = {
  [Name in keyof Registration]?: Registration[Name] | null;
};

/** Changes a registration that waits for this. @returns false when it does not, any more */
export async function changePending(
  scope: WriteScope,
  registrationId: string,
  waitsFor: WaitingFor,
  changes: RegistrationChanges,
): Promise<boolean> {
  const given = Object.entries(changes);
  const set = Object.fromEntries(given.filter(([, value]) => value !== null));
  const unset = Object.fromEntries(given.flatMap(([name, value]) => (value === null ? [[name, 1 as const]] : [])));
  const update = { $set: set, ...(Object.keys(unset).length > 0 && { $unset: unset }) };
  const filter = { _id: registrationId, state: "pending" as const, waitsFor };
  return (await registrations(scope).updateOne(filter, update)).matchedCount === 1;
}

/** Accepts a further cookie of the visitor who sent the form. */
export async function addSecretHash(scope: WriteScope, registrationId: string, secretHash: string): Promise<void> {
  await registrations(scope).updateOne(
    { _id: registrationId, access: { $exists: true } },
    { $push: { "access.secretHashes": { $each: [secretHash], $slice: -secretsMax } } },
  );
}

/** Counts a file before any of it is read. @returns false when there were as many as allowed, or documents are not asked for any more */
export async function countUpload(scope: WriteScope, registrationId: string): Promise<boolean> {
  const { matchedCount } = await registrations(scope).updateOne(
    { _id: registrationId, state: "pending", waitsFor: "documents", uploadCount: { $not: { $gte: uploadsMax } } },
    { $inc: { uploadCount: 1 } },
  );
  return matchedCount === 1;
}

/** @returns the registration before, with the file that is replaced; null when it does not wait for documents any more */
export function setFile(
  scope: WriteScope,
  registrationId: string,
  field: string,
  file: RegistrationFile,
): Promise<Registration | null> {
  return registrations(scope).findOneAndUpdate(
    { _id: registrationId, state: "pending", waitsFor: "documents", "documents.field": field },
    { $set: { "documents.$.file": file } },
    { returnDocument: "before" },
  );
}

/** The index for the order of `findEnded`. */
const endedIndex = { businessId: 1, flowId: 1, state: 1, createdAt: -1, _id: -1 } as const;
const finalStates: RegistrationState[] = ["completed", "expired", "rejected"];

/** The next flow, by id, with a registration in a final state that was created before `before`. MongoDB seeks once per flow. */
export async function findNextFlowId(scope: Scope, after: string, before: Date): Promise<string | undefined> {
  const filter = { flowId: { $gt: after }, state: { $in: finalStates }, createdAt: { $lt: before } };
  const [next] = await registrations(scope).find(filter, {
    ...{ limit: 1, sort: { flowId: 1, state: 1, createdAt: -1, _id: -1 } },
    ...{ projection: { flowId: 1 }, hint: endedIndex },
  });
  return next?.flowId;
}

/** Registrations of a flow in a final state that were created before `before`, the oldest first; only those behind `after`. */
export function findEnded(
  scope: Scope,
  flowId: string,
  {
    before,
    after,
    limit,
  }: { before: Date; after?: Pick<Registration, "_id" | "createdAt"> | undefined; limit: number },
): Promise<Registration[]> {
  const createdAt = { $lt: before, ...(after && { $gte: after.createdAt }) };
  const beyond = after && {
    $or: [{ createdAt: { $gt: after.createdAt } }, { createdAt: { $eq: after.createdAt }, _id: { $gt: after._id } }],
  };
  return registrations(scope).find(
    { flowId, state: { $in: finalStates }, createdAt, ...beyond },
    { limit, sort: { createdAt: 1, _id: 1 }, hint: endedIndex },
  );
}

/** The form of a page may have 64 KiB, so 500 registrations could be 32 MB: they are read in parts, and a page ends early. */
const readAtOnceMax = 100;
const answerCharactersMax = 1_000_000;

export interface RegistrationFilter {
  state?: RegistrationState | undefined;
  /** Words of the visitor's name or contact. */
  search?: string;
}

/** The registrations of a flow, the newest first. A page may have fewer than `limit` when the answers are long. */
export async function listRegistrations(
  scope: Scope,
  flowId: string,
  { state, search = "" }: RegistrationFilter,
  range: DateRange,
  { limit, cursor }: PageRequest,
): Promise<Page<Registration>> {
  const filter = { ...(state && { state }), ...rangeFilter<Registration>("createdAt", range) };
  const list = { search: planPersonSearch(search), equal: { flowId }, filter };
  const items: Registration[] = [];
  let next = cursor;
  let characters = 0;
  for (;;) {
    const part = { limit: Math.min(limit - items.length, readAtOnceMax), cursor: next };
    const found = await findPageByWords<Registration>(scope, "registrations", list, part);
    items.push(...found.items);
    characters += countCharacters(found.items);
    next = found.nextCursor ?? "";
    if (!found.hasMore || items.length >= limit || characters >= answerCharactersMax) return { ...found, items };
  }
}

function countCharacters(found: readonly Registration[]): number {
  return found.reduce((sum, { answers }) => sum + JSON.stringify(answers).length, 0);
}
