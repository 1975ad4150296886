import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "./database.types.js";

/** Longer than the time between two steps of an erasure, which change a record and its sums in separate transactions. */
const pauseMs = 10_000;
/** Bounds the memory of records that wait for the second check. */
const suspectsMax = 1000;

/** Waits between the first and the second check. Tests replace it. */
export type Pause = () => Promise<unknown>;

/** Checks records that look wrong a second time, because an audit reads at several moments while services write. */
export interface SecondLook<Suspect> {
  add(suspects: readonly Suspect[]): Promise<void>;
  /** Checks the records that were not checked a second time yet. */
  finish(): Promise<void>;
}

/** @param lookAgain reports the records that are wrong again */
export function createSecondLook<Suspect>(
  db: Pick<Database, "closedBusinesses">,
  lookAgain: (suspects: readonly Suspect[]) => Promise<void>,
  pause: Pause = () => sleep(pauseMs),
): SecondLook<Suspect> {
  let waiting: Suspect[] = [];
  const finish = async () => {
    if (waiting.length === 0) return;
    const suspects = waiting;
    waiting = [];
    await pause();
    // The deletion of their business may have begun.
    await db.closedBusinesses.refresh();
    await lookAgain(suspects);
  };
  return {
    async add(suspects) {
      waiting.push(...suspects);
      if (waiting.length >= suspectsMax) await finish();
    },
    finish,
  };
}
