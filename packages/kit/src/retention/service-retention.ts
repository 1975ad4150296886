import type { Call } from "../call/call.js";
import { dayMs } from "../data/counts/count-changes.rules.js";
import type { Database } from "../data/database.types.js";
import type { Scope } from "../data/tenancy/scope.types.js";
import type { ArchiveStore } from "./folder-store.js";
import { collectGroups } from "./collect-groups.js";
import { storeRules, type VersionedRules } from "./retention-rules.store.js";
import type { HistoryKind, RetentionRules } from "./retention.types.js";

interface PreviewedKind {
  kind: string;
  /** Records that would be archived or deleted now. */
  records: number;
  /** Time of the oldest of these records; undefined when there are none. */
  oldest: string | undefined;
  /** False when `until` was reached before everything was counted. */
  isComplete: boolean;
}

const groupsPerPart = 200;
const bytesPerPart = 1024 * 1024;

/** Counts what these rules would archive or delete now. Changes nothing. @param until milliseconds since 1970 when counting stops */
async function previewRetention(
  scope: Scope,
  kinds: readonly HistoryKind[],
  rules: RetentionRules,
  until: number,
): Promise<PreviewedKind[]> {
  const previewed: PreviewedKind[] = [];
  const isOver = () => Date.now() >= until;
  for (const kind of kinds) {
    const rule = rules[kind.name];
    if (!rule) continue;
    const before = new Date(scope.now.getTime() - rule.days * dayMs);
    let records = 0;
    let oldest: string | undefined;
    let after: string | undefined = "";
    while (after !== undefined && !isOver()) {
      const limits = { groups: groupsPerPart, bytes: bytesPerPart, attachmentBytes: Infinity, isOver };
      const { groups, part, next } = await collectGroups(
        () => scope,
        kind,
        { before, after, except: new Set() },
        limits,
      );
      const times = part ? [part.time.toISOString()] : groups.map(([{ time }]) => time);
      for (const time of times) if (oldest === undefined || time < oldest) oldest = time;
      // Nothing is deleted here, so a search from `next` would find the same part for ever.
      records += part?.recordsOfGroup ?? groups.reduce((sum, group) => sum + group.length, 0);
      after = part ? part.beyond : next;
    }
    previewed.push({ kind: kind.name, records, oldest, isComplete: after === undefined });
  }
  return previewed;
}

/** The rpcs of the retention of a service. A service without history has no kinds. */
export interface ServiceRetention {
  preview: (call: Call, rules: RetentionRules) => Promise<{ kinds: PreviewedKind[]; canArchive: boolean }>;
  /** @returns the rules that are stored now: those of a later change, if there was one */
  setRules: (call: Call, change: VersionedRules) => Promise<VersionedRules>;
}

/** Shorter than the timeout of an attempt of the client, so that the answer arrives in time. */
const workingMs = 2000;

export function createServiceRetention(
  db: Database,
  kinds: readonly HistoryKind[],
  store: ArchiveStore | undefined,
): ServiceRetention {
  return {
    async preview(call, rules) {
      const previewed = await previewRetention(db.scope(call), kinds, rules, Date.now() + workingMs);
      return { kinds: previewed, canArchive: store !== undefined };
    },
    async setRules({ businessId }, change) {
      return kinds.length > 0 ? storeRules(db, businessId, change) : change;
    },
  };
}
