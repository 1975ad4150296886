import type { Db, Document } from "mongodb";
import { sandboxPrefix } from "../../call/business-id.js";
import type { ClosedBusinesses } from "./closed-businesses.js";

/** Comment on the commands of an audit, by which the tenancy guard accepts them. */
export const auditComment = "audit across businesses";

const writingStages = ["$out", "$merge"];

/**
 * Selects live businesses, because ids sort by their prefix. Sandboxes contain test data, and while one is being emptied it would look inconsistent.
 */
export const liveBusinesses = { businessId: { $lt: `${sandboxPrefix}_` } };

/** Stages that leave out businesses that are being deleted, whose records are incomplete. */
export function matchWholeBusinesses(closed: Pick<ClosedBusinesses, "listDeleting">): Document[] {
  const deleting = closed.listDeleting();
  return deleting.length > 0 ? [{ $match: { businessId: { $nin: deleting } } }] : [];
}

/** Stages that leave out businesses that were closed, whose records stay as they are. */
export function matchOpenBusinesses(closed: Pick<ClosedBusinesses, "list">): Document[] {
  return [{ $match: { businessId: { $nin: closed.list() } } }];
}

export interface CrossBusinessOptions {
  /** False for a cursor that is read slowly: the server keeps a snapshot for five minutes. */
  isSnapshot?: boolean;
  /** Sandboxes are left out otherwise. */
  withSandboxes?: boolean;
  /** How long the server works on one command of the cursor at most. */
  maxTimeMs?: number;
}

/** Rows in one answer of MongoDB. Without a number an answer has up to 16 MB, which the driver keeps as objects while anything listens to commands. */
const rowsPerAnswer = 1000;

/** Reads a collection across all live businesses. See `Database.acrossBusinesses`. */
export function readAcrossBusinesses<Result extends Document>(
  mongo: Db,
  collection: string,
  stages: readonly Document[],
  { isSnapshot = true, withSandboxes = false, maxTimeMs }: CrossBusinessOptions,
): AsyncIterable<Result> {
  const writing = stages.flatMap((stage) => Object.keys(stage)).find((name) => writingStages.includes(name));
  if (writing) throw new Error(`${writing} would write; an audit only reads`);
  return mongo
    .collection(collection)
    .aggregate<Result>([...(withSandboxes ? [] : [{ $match: liveBusinesses }]), ...stages], {
      comment: auditComment,
      batchSize: rowsPerAnswer,
      ...(maxTimeMs !== undefined && { maxTimeMS: maxTimeMs }),
      ...(isSnapshot && { readConcern: { level: "snapshot" } }),
      allowDiskUse: true,
    });
}
