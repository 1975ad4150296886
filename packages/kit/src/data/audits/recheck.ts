import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../database.types.js";
import type { ErasedRecordRow } from "../infrastructure.js";

/** Longer than most changes take that are made in separate transactions. */
const pauseMs = 10_000;
/**
 * How long a check waits for erasures: they change the records of a person in batches, and their sums after all of them. Those of 60,000 spins took a
 * minute. A service that does not answer can delay an erasure for days.
 */
const erasureMsMax = 600_000;
const erasurePollMs = 1000;
/** Bounds the memory of records that wait for the second check. */
const suspectsMax = 1000;

/** Waits between the first and the second check. Tests replace it. */
export type Pause = () => Promise<unknown>;

/** Checks records that look wrong a second time, because an audit reads at several moments while services write. */
export interface Recheck<Suspect> {
  add(suspects: readonly Suspect[]): Promise<void>;
  /** Checks the records that were not checked a second time yet. */
  finish(): Promise<void>;
}

/** @param checkAgain reports the records that are wrong again */
export function createRecheck<Suspect extends { businessId: string }>(
  db: Pick<Database, "closedBusinesses" | "infrastructure">,
  checkAgain: (suspects: readonly Suspect[]) => Promise<void>,
  pause: Pause = () => sleep(pauseMs),
): Recheck<Suspect> {
  let waiting: Suspect[] = [];
  let erasureMs = erasureMsMax;
  const waitForErasures = async (businessIds: readonly string[]) => {
    const erasures = db.infrastructure<ErasedRecordRow>("personErasures");
    while (erasureMs > 0 && (await erasures.findOne({ businessId: { $in: [...businessIds] } }))) {
      await sleep(erasurePollMs);
      erasureMs -= erasurePollMs;
    }
  };
  const finish = async () => {
    if (waiting.length === 0) return;
    const suspects = waiting;
    waiting = [];
    await pause();
    await waitForErasures([...new Set(suspects.map(({ businessId }) => businessId))]);
    // The deletion of their business may have begun.
    await db.closedBusinesses.refresh();
    await checkAgain(suspects);
  };
  return {
    async add(suspects) {
      waiting.push(...suspects);
      if (waiting.length >= suspectsMax) await finish();
    },
    finish,
  };
}
