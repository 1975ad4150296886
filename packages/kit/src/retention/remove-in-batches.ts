import { setTimeout as sleep } from "node:timers/promises";
import { dayMs } from "../data/counts/count-changes.rules.js";
import type { ArchivedGroup } from "./archive-format.rules.js";
import type { ArchiveRow } from "./archives.store.js";
import type { KindRun } from "./kind-run.js";
import { findRemaining, removeGroups, takeBatch } from "./remove-groups.js";
import { findRules } from "./retention-rules.store.js";
import type { RetentionMode } from "./retention.types.js";

/** Pause between two transactions, so that calls of the business run. */
const pauseMs = 20;

/**
 * Deletes groups. The rule is read again before each transaction: the business may have chosen to keep the others.
 * @param row the archive that contains the groups; undefined when they are not archived
 * @returns `removed`: how many records were deleted; `remaining`: the ids of groups that stay
 */
export async function removeInBatches<Row extends ArchiveRow | undefined = undefined>(
  run: KindRun,
  groups: readonly ArchivedGroup[],
  row?: Row,
): Promise<{ removed: number; remaining: string[]; row: Row }> {
  const { context, businessId, kind, signal } = run;
  const mode: RetentionMode = row ? "archive" : "delete";
  const remaining: string[] = [];
  let removed = 0;
  let current = row as Row;
  for (let from = 0; from < groups.length;) {
    signal.throwIfAborted();
    const batch = takeBatch(groups, from);
    from += batch.length;
    const rule = (await findRules(context.db, businessId))?.rules[kind.name];
    if (rule?.mode === mode) {
      const before = new Date(Date.now() - rule.days * dayMs);
      const result = await removeGroups(context, businessId, kind, { groups: batch, before, row: current });
      context.metrics.removed.inc({ kind: kind.name, mode }, result.removed);
      current = result.row;
      removed += result.removed;
      remaining.push(...result.remaining);
    } else remaining.push(...(await findRemaining(context, businessId, kind, batch)));
    await sleep(pauseMs);
  }
  return { removed, remaining, row: current };
}
