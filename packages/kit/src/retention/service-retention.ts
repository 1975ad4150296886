import type { Call } from "../call/call.js";
import type { ArchiveStore } from "./archive-store.types.js";
import { previewRetention, type PreviewedKind } from "./preview-retention.js";
import type { HistoryKind, RetentionRules } from "./retention.types.js";
import { storeRules, type VersionedRules } from "./retention-rules.store.js";
import type { Database } from "../data/database.types.js";

/** What a service lets go by its age. A service without such history has no kinds. */
export interface ServiceRetention {
  preview: (call: Call, rules: RetentionRules) => Promise<{ kinds: PreviewedKind[]; canArchive: boolean }>;
  /** @returns what is stored now: that of a later change when there was one */
  setRules: (call: Call, change: VersionedRules) => Promise<VersionedRules>;
}

/** Less than an attempt of the gateway's client may take, so that its answer arrives. */
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
