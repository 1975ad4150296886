import { setTimeout as sleep } from "node:timers/promises";

const retryMs = 20;

/** Repeats `ask` until it does not throw. For conditions that become true soon, but not at once. Only a failing test waits for the limit. */
export async function eventually<T>(ask: () => T | Promise<T>, withinMs = 60_000): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(retryMs);
    }
  }
}
