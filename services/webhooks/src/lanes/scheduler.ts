import type { Lanes, WakeUp } from "./lanes.store.js";

/** Wakes lanes in the database, many in one command, and tells the workers of this process. */
export interface Waker {
  /** Resolves when the wake-ups are in the database: from then on nothing can lose them. */
  wake(wakeUps: readonly WakeUp[]): Promise<void>;
  onWake(listener: (endpointIds: readonly string[]) => void): void;
}

export function newWaker(lanes: Lanes): Waker {
  const listeners: Array<(endpointIds: readonly string[]) => void> = [];
  let waiting: { wakeUp: WakeUp; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let isWriting = false;

  async function write(): Promise<void> {
    if (isWriting) return;
    isWriting = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        // Of a hundred events for one endpoint the lane needs to know once; those with orders of their own go along.
        const wakeUps = new Map(
          batch.map(({ wakeUp }) => [
            `${wakeUp.endpointId}|${JSON.stringify(wakeUp.set ?? {})}|${wakeUp.at > new Date()}`,
            wakeUp,
          ]),
        );
        await lanes.wake([...wakeUps.values()]);
        const ids = [...new Set(batch.map(({ wakeUp }) => wakeUp.endpointId))];
        for (const listener of listeners) listener(ids);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWriting = false;
  }

  return {
    async wake(wakeUps) {
      await Promise.all(
        wakeUps.map((wakeUp) => {
          const done = new Promise<void>((resolve, reject) => waiting.push({ wakeUp, resolve, reject }));
          void write();
          return done;
        }),
      );
    },
    onWake: (listener) => void listeners.push(listener),
  };
}
