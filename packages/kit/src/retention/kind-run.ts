import type { Scope } from "../data/tenancy/scope.types.js";
import type { ArchiveName } from "./archive-format.rules.js";
import type { ArchiveStore } from "./folder-store.js";
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

/** The work continues with other history, so a failure is logged and counted. */
export function reportFailure(
  { context, businessId, kind }: Pick<KindRun, "context" | "businessId"> & { kind: Pick<HistoryKind, "name"> },
  error: unknown,
): void {
  context.metrics.failures.inc({ kind: kind.name });
  context.logger.warn(
    { err: error, businessId, kind: kind.name },
    "history was not archived or deleted, tried again later",
  );
}

export function requireStore({ store }: RetentionContext): ArchiveStore {
  if (!store) throw new Error("history is to be archived, and neither ARCHIVE_DIR nor ARCHIVE_S3_BUCKET is set");
  return store;
}
