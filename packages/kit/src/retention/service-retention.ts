import type { Call } from "../call/call.js";
import type { ArchiveStore } from "./archive-store.types.js";
import { previewRetention, type PreviewedKind } from "./preview-retention.js";
import type { HistoryKind, RetentionRules } from "./retention.types.js";
import { storeRules } from "./retention-rules.store.js";
import type { Database } from "../data/database.types.js";

/** What a service lets go by its age. A service without such history has no kinds. */
export interface ServiceRetention {
  preview: (call: Call, rules: RetentionRules) => Promise<{ kinds: PreviewedKind[]; canArchive: boolean }>;
  setRules: (call: Call, change: { version: number; rules: RetentionRules }) => Promise<void>;
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
    async setRules({ businessId }, { version, rules }) {
      if (kinds.length > 0) await storeRules(db, businessId, version, rules);
    },
  };
}
