import { dayMs } from "../data/counts/count-changes.rules.js";
import { DamagedFile } from "../data/files/stored-files.js";
import { type ArchivedGroup, listAttachmentsOf } from "./archive-format.rules.js";
import { archiveGroups } from "./archive-groups.js";
import { findLastNumber } from "./archives.store.js";
import { collectGroups } from "./collect-groups.js";
import { type KindRun, openRunScope, reportFailure } from "./kind-run.js";
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

export interface KindSearch {
  /** Position of the search; empty at the beginning. */
  after: string;
  /** Ids of groups with a damaged file. They cannot be archived, so they stay in the database. */
  damaged: Set<string>;
}

/**
 * Archives and deletes, or only deletes, the next groups that are old. When a file of a group is damaged, adds its id to `damaged`; the next search
 * then finds the others.
 * @returns the position of the next search; undefined at the end
 */
export async function workOnKind(
  run: KindRun,
  { mode, days }: RetentionRule,
  { after, damaged }: KindSearch,
): Promise<KindPosition> {
  const { kind, signal } = run;
  const before = new Date(Date.now() - days * dayMs);
  const openScope = () => openRunScope(run);
  // Read before the records: if another process archives them meanwhile, it uses this number, and the insert below fails.
  const number = (await findLastNumber(openScope(), kind.name)) + 1;
  const limits = { ...archiveLimits, isOver: () => signal.aborted };
  const { groups, next, part } = await collectGroups(openScope, kind, { before, after, except: damaged }, limits);
  signal.throwIfAborted();
  if (groups.length === 0) return part ? part.beyond : next;
  try {
    const removed =
      mode === "delete" ? (await removeInBatches(run, groups)).removed : await archiveGroups(run, groups, number);
    // `next` would find the same part again, for ever when none of it may be deleted. The next sweep examines it again.
    return part && removed === 0 ? part.beyond : next;
  } catch (error) {
    const group = error instanceof DamagedFile && findGroupOf(groups, error.fileId);
    if (!group) throw error;
    damaged.add(group[0].id);
    reportFailure(run, error);
    return after;
  }
}

function findGroupOf(groups: readonly ArchivedGroup[], fileId: string): ArchivedGroup | undefined {
  return groups.find((group) => listAttachmentsOf([group]).some((attachment) => attachment.fileId === fileId));
}
