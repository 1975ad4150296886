import type { Scope } from "../data/scope.types.js";
import type { ArchiveName } from "./archive-format.rules.js";
import type { ArchiveStore } from "./archive-store.types.js";
import { createRetentionCall } from "./remove-groups.js";
import type { RetentionContext } from "./retention-context.types.js";
import type { HistoryKind } from "./retention.types.js";

/** One part of the work on one kind of history of one business. */
export interface KindRun {
  context: RetentionContext;
  businessId: string;
  kind: HistoryKind;
  /** Aborted when this process has lost the lease, or stops. */
  signal: AbortSignal;
}

export const openRunScope = ({ context, businessId }: KindRun): Scope =>
  context.db.scope(createRetentionCall(businessId));

export const toSeries = ({ context, businessId, kind }: KindRun): Omit<ArchiveName, "number"> => ({
  businessId,
  service: context.service,
  kind: kind.name,
});

export function requireStore({ store }: RetentionContext): ArchiveStore {
  if (!store) throw new Error("history is to be archived, and neither ARCHIVE_DIR nor ARCHIVE_S3_BUCKET is set");
  return store;
}
