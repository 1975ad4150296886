import { setTimeout as sleep } from "node:timers/promises";

const retryMs = 20;

/**
 * Repeats `ask` until it does not throw. For conditions that become true soon, but not at once.
 * @param withinMs long, because a busy machine is slow; only a test that fails waits as long
 */
export async function eventually<T>(ask: () => T | Promise<T>, withinMs = 30_000): Promise<T> {
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
