import {
  type Database,
  findSharedPage,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { ApprovalStatus } from "@tenant-ops/rest/approvals";
import type { IndexDescription } from "mongodb";
import { type Approval, keptDays, type Waiting } from "./approvals.rules.js";

export type OwnedApproval = Approval & { businessId: string };

const isOpen = { isOpen: true };

export const approvalIndexes: IndexDescription[] = [
  { key: { businessId: 1, status: 1, _id: 1 } },
  { key: { businessId: 1, "askedBy.id": 1, _id: 1 } },
  { key: { businessId: 1, "askedBy.id": 1, status: 1, _id: 1 } },
  { key: { businessId: 1, _id: 1 } },
  { key: { proposalId: 1 }, unique: true },
  // Two calls at once that stage the same change get one approval.
  { key: { businessId: 1, digest: 1 }, unique: true, partialFilterExpression: isOpen },
  // For the tasks, over all businesses.
  { key: { nextAttemptAt: 1 }, partialFilterExpression: { status: "approved" } },
  { key: { expiresAt: 1 }, partialFilterExpression: { status: "pending" } },
  { key: { endedAt: 1 }, expireAfterSeconds: keptDays * 24 * 60 * 60 },
];

/** Shared, because tasks find what is due in all businesses. */
const approvals = (scope: Scope) => scope.ofShared<Approval>("approvals");
const ofAll = (db: Database) => db.shared<OwnedApproval>("approvals");

export const insertApproval = (scope: WriteScope, approval: Approval): Promise<void> =>
  approvals(scope).insertOne(approval);

export const findApproval = (scope: Scope, id: string): Promise<Approval | null> => approvals(scope).findById(id);

export const findOpenByDigest = (scope: Scope, digest: string): Promise<Approval | null> =>
  approvals(scope).findOne({ digest, isOpen: true });

export const findByProposal = (scope: Scope, proposalId: string): Promise<Approval | null> =>
  approvals(scope).findOne({ proposalId });

/** Counts at most `max`. */
export const countOpen = (scope: Scope, max: number): Promise<number> => approvals(scope).count({ isOpen: true }, max);

/** Counts at most `max`. */
export const countPending = (scope: Scope, max: number): Promise<number> =>
  approvals(scope).count({ status: "pending", expiresAt: { $gt: scope.now } }, max);

/** What people can decide, at most `max`. */
export const listPending = (scope: Scope, max: number): Promise<Waiting[]> =>
  approvals(scope).find(
    { status: "pending", expiresAt: { $gt: scope.now } },
    {
      limit: max,
      projection: {
        tool: 1,
        askedBy: 1,
        requestedAt: 1,
        revision: 1,
        "decisions.personId": 1,
        "decisions.revision": 1,
      },
    },
  );

/** What became of earlier requests of this caller. Counts at most `max` of each. */
export async function countHistory(scope: Scope, callerId: string, max: number) {
  const count = (status: ApprovalStatus) => approvals(scope).count({ "askedBy.id": callerId, status }, max);
  const [executed, rejected] = await Promise.all([count("executed"), count("rejected")]);
  return { executed, rejected };
}

export interface ApprovalFilter {
  status?: ApprovalStatus | undefined;
  callerId?: string | undefined;
}

/** Newest first. @throws Refusal invalid_cursor */
export function listApprovals(
  db: Database,
  businessId: string,
  { status, callerId }: ApprovalFilter,
  page: PageRequest,
): Promise<Page<OwnedApproval>> {
  return findSharedPage(ofAll(db), { businessId, status, "askedBy.id": callerId }, page, "newest first");
}

/**
 * Changes an approval that is as it was read: two people at once, or a person and a task, do not overwrite each other.
 * @returns false when it has changed
 */
export async function changeApproval(scope: WriteScope, read: Approval, change: Partial<Approval>): Promise<boolean> {
  const { _id, status, revision, decisions } = read;
  const filter = { _id, status, revision, decisions: { $size: decisions.length } };
  return (await approvals(scope).updateOne(filter, { $set: change })).matchedCount === 1;
}

/** Approved ones that have to be carried out now, of all businesses but the closed ones. */
export const findDue = (db: Database, now: Date, closed: string[], limit: number): Promise<OwnedApproval[]> =>
  ofAll(db)
    .find(
      { status: "approved", nextAttemptAt: { $lte: now }, businessId: { $nin: closed } },
      { limit, sort: { nextAttemptAt: 1 } },
    )
    .toArray();

/** Pending ones whose time is over, of all businesses but the closed ones. */
export const findLapsed = (db: Database, now: Date, closed: string[], limit: number): Promise<OwnedApproval[]> =>
  ofAll(db)
    .find(
      { status: "pending", expiresAt: { $lte: now }, businessId: { $nin: closed } },
      { limit, sort: { expiresAt: 1 } },
    )
    .toArray();

/**
 * Takes an approved one for an attempt, so that other processes leave it alone until `until`. In a transaction: a write without one waits for the
 * lock that a killed process has left, and does not end it.
 * @returns null when another one has taken it
 */
export const claimAttempt = (scope: WriteScope, id: string, until: Date): Promise<Approval | null> =>
  approvals(scope).findOneAndUpdate(
    { _id: id, status: "approved", nextAttemptAt: { $lte: scope.now } },
    { $set: { nextAttemptAt: until }, $inc: { attempts: 1 } },
  );
