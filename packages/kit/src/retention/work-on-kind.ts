import { dayMs } from "../data/count-changes.rules.js";
import { archiveGroups } from "./archive-groups.js";
import { findLastNumber } from "./archives.store.js";
import { collectGroups } from "./collect-groups.js";
import { type KindRun, openRunScope } from "./kind-run.js";
import { removeInBatches } from "./remove-in-batches.js";
import type { RetentionRule } from "./retention.types.js";

/**
 * Limits of one archive. A file is read and written as a whole, and each step blocks the event loop while it processes the lines: some ten
 * milliseconds. The lines of one person in it also have to fit into an answer. All groups of one search go into the same file, so a file can be
 * larger than the limit by that. Attachments are limited because they are copied when a file is replaced.
 */
const archiveLimits = { groups: 1000, bytes: 1024 * 1024, attachmentBytes: 32 * 1024 * 1024 };

/** Position of a search. It is not at the end while history remains that is not old enough or may not be deleted. */
export type KindPosition = string | undefined;

/**
 * Archives and deletes, or only deletes, the next groups that are old.
 * @returns the position of the next search; undefined at the end
 */
export async function workOnKind(run: KindRun, { mode, days }: RetentionRule, after: string): Promise<KindPosition> {
  const { kind, signal } = run;
  const before = new Date(Date.now() - days * dayMs);
  const openScope = () => openRunScope(run);
  // Read before the records: if another process archives them meanwhile, it uses this number, and the insert below fails.
  const number = (await findLastNumber(openScope(), kind.name)) + 1;
  const limits = { ...archiveLimits, isOver: () => signal.aborted };
  const { groups, next, part } = await collectGroups(openScope, kind, { before, after }, limits);
  signal.throwIfAborted();
  if (groups.length === 0) return next;
  const removed =
    mode === "delete" ? (await removeInBatches(run, groups)).removed : await archiveGroups(run, groups, number);
  // `next` would find the same part again, for ever when none of it may be deleted. The next sweep examines it again.
  return part && removed === 0 ? part.beyond : next;
}
