import type { Call } from "../call/call.js";
import type { ArchiveStore } from "./archive-store.types.js";
import { previewRetention, type PreviewedKind } from "./preview-retention.js";
import type { HistoryKind, RetentionRules } from "./retention.types.js";
import { storeRules, type VersionedRules } from "./retention-rules.store.js";
import type { Database } from "../data/database.types.js";

/** The rpcs of the retention of a service. A service without history has no kinds. */
export interface ServiceRetention {
  preview: (call: Call, rules: RetentionRules) => Promise<{ kinds: PreviewedKind[]; canArchive: boolean }>;
  /** @returns the rules that are stored now: those of a later change, if there was one */
  setRules: (call: Call, change: VersionedRules) => Promise<VersionedRules>;
}

/** Shorter than the timeout of an attempt of the gateway's client, so that the answer arrives in time. */
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
