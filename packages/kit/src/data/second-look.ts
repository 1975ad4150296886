import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "./database.types.js";

/** Longer than the steps of an erasure, which change records that sum each other up in separate transactions, are apart. */
const pauseMs = 10_000;
/** Bounds the memory for what waits for its second look. */
const suspectsMax = 1000;

/** Waits between the first and the second look. Tests replace it. */
export type Pause = () => Promise<unknown>;

/** What an audit does with records that look wrong. An audit reads at several moments, and services work meanwhile. */
export interface SecondLook<Suspect> {
  add(suspects: readonly Suspect[]): Promise<void>;
  /** Looks again at those that were not looked at yet. */
  finish(): Promise<void>;
}

/** @param lookAgain reports those that are wrong again */
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
