import type { CountSource } from "../data/counts/count-audit.js";
import type { Database } from "../data/database.types.js";
import type { Logger } from "../telemetry/logger.js";
import type { ArchiveStore } from "./folder-store.js";
import type { RetentionMetrics } from "./retention-metrics.js";
import type { HistoryKind } from "./retention.types.js";

/** Dependencies of the retention worker and its parts. */
export interface RetentionContext {
  db: Database;
  logger: Logger;
  metrics: RetentionMetrics;
  /** Name of the service, because several services can share a store. */
  service: string;
  kinds: readonly HistoryKind[];
  /**
   * When this process started. Rules that accounts has not delivered or confirmed since then may come from a backup: nothing is deleted by
   * them. A restored database has only earlier times, because processes are stopped during a restore.
   */
  startedAt: Date;
  /** How counters per day are computed from the records. */
  countSources: readonly CountSource[];
  /** Undefined: nothing can be archived. */
  store: ArchiveStore | undefined;
}
