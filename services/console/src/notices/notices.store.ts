import type { Database, WriteScope } from "@tenant-ops/kit/data";
import type { IndexDescription } from "mongodb";
import type { Membership } from "../members/members.rules.js";
import { claimMs, decidingRoles, gatherMs, type NoticeSettings } from "./notices.rules.js";

// A part of the membership: a person who leaves a business is told nothing, and what is stored goes with the membership.
const memberships = (db: Database) => db.shared<Membership>("memberships");

export const noticeIndexes: IndexDescription[] = [
  { key: { "notice.dueAt": 1 }, partialFilterExpression: { "notice.dueAt": { $exists: true } } },
];

/** Stores what a member has chosen, and lets the task look again at what is due later. A notice that is being sent is due within `claimMs`. */
export async function setNotices(scope: WriteScope, memberId: string, notices: NoticeSettings): Promise<void> {
  const memberships = scope.ofShared<Membership>("memberships");
  const soon = new Date(scope.now.getTime() + claimMs);
  await memberships.updateOne({ _id: memberId }, { $set: { notices } });
  await memberships.updateOne({ _id: memberId, "notice.dueAt": { $gt: soon } }, { $set: { "notice.dueAt": soon } });
}

/**
 * Stores for all who decide that something was asked for. For whom a notice is due already, nothing is written, so many events at once do not conflict:
 * the task reads what waits after it has taken the notice.
 */
export async function markRequested(scope: WriteScope, requestedAt: Date): Promise<void> {
  const dueAt = new Date(scope.now.getTime() + gatherMs);
  await scope
    .ofShared<Membership>("memberships")
    .updateMany({ role: { $in: [...decidingRoles] }, "notices.byEmail": { $ne: false } }, [
      {
        $set: {
          "notice.since": { $min: ["$notice.since", requestedAt] },
          "notice.dueAt": { $ifNull: ["$notice.dueAt", dueAt] },
        },
      },
    ]);
}

/** A member whose notice a process has taken. */
export type Claimed = Membership & { notice: { dueAt: Date; sendingSince: Date } };

/**
 * The members whose notice is due, those first that have waited longest.
 * @param closed ids of businesses whose people are told nothing
 */
export const findDue = (db: Database, now: Date, closed: readonly string[], limit: number): Promise<Membership[]> =>
  memberships(db)
    .find({ "notice.dueAt": { $lte: now }, businessId: { $nin: [...closed] } }, { sort: { "notice.dueAt": 1 }, limit })
    .toArray();

/**
 * Takes the notice of a member, so that other processes leave it alone until `until`. In a transaction: a write without one waits for the lock that a
 * killed process has left, and meanwhile nobody is told anything.
 * @returns null when it is not due any more
 */
export async function claimNotice(scope: WriteScope, memberId: string, until: Date): Promise<Claimed | null> {
  const claimed = await scope
    .ofShared<Membership>("memberships")
    .findOneAndUpdate({ _id: memberId, "notice.dueAt": { $lte: scope.now } }, [
      {
        $set: {
          "notice.dueAt": until,
          "notice.sendingSince": { $min: ["$notice.sendingSince", "$notice.since"] },
        },
      },
      { $unset: "notice.since" },
    ]);
  return claimed && ({ ...claimed, businessId: scope.businessId } as Claimed);
}

/** The claim of this process: after its time another one may have taken the notice. */
const ofClaim = ({ _id, notice }: Claimed) => ({ _id: { $eq: _id }, "notice.dueAt": notice.dueAt });

/** Ends what was claimed; what was asked for since then is due next. @param isTold whether a mail was made, so that the next one waits */
export async function endNotice(db: Database, claimed: Claimed, now: Date, isTold: boolean): Promise<void> {
  await memberships(db).updateOne(ofClaim(claimed), [
    {
      $set: {
        "notice.dueAt": { $cond: [{ $ifNull: ["$notice.since", false] }, now, "$$REMOVE"] },
        ...(isTold && { "notice.sentAt": now }),
      },
    },
    { $unset: ["notice.sendingSince", "notice.attempts"] },
  ]);
}

/** Keeps what was claimed for later. @param attempts that have failed */
export async function postponeNotice(db: Database, claimed: Claimed, dueAt: Date, attempts: number): Promise<void> {
  await memberships(db).updateOne(ofClaim(claimed), { $set: { "notice.dueAt": dueAt, "notice.attempts": attempts } });
}
