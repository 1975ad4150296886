import type { CountSource } from "../data/count-audit.js";
import type { Database } from "../data/database.types.js";
import type { Logger } from "../telemetry/logger.js";
import type { ArchiveStore } from "./archive-store.types.js";
import type { RetentionMetrics } from "./retention-metrics.js";
import type { HistoryKind } from "./retention.types.js";

/** What the parts of the retention share. */
export interface RetentionContext {
  db: Database;
  logger: Logger;
  metrics: RetentionMetrics;
  /** Name of the service: archives of several services can be in one store. */
  service: string;
  kinds: readonly HistoryKind[];
  /**
   * When this process started. Rules that the gateway has not told or confirmed since may be those of a backup: nothing goes by them.
   * A restore brings only times from before the process back, because processes are stopped meanwhile.
   */
  startedAt: Date;
  /** How counters per day follow from the records. */
  countSources: readonly CountSource[];
  /** Absent: nothing can be archived. */
  store: ArchiveStore | undefined;
}
