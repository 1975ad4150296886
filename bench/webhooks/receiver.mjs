// Receives deliveries in a process of its own, so that its CPU time is not the worker's.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const timeoutMs = 60_000;

/**
 * Starts a server on loopback that answers 200 to everything.
 * @returns {Promise<Receiver>}
 *
 * @typedef {{url: string, pid: number, receive(count: number, publish: () => Promise<void>, options?: {withWaits?: boolean}): Promise<Received>, stop(): void}} Receiver
 * @typedef {{ms: number, repeated: number, waits?: number[]}} Received `ms` from the call of `publish` to the last of `count` deliveries; `waits` from each event to its receipt
 */
export async function startReceiver() {
  const child = fork(join(import.meta.dirname, "receiver-process.mjs"), { stdio: ["ignore", 2, 2, "ipc"] });
  const next = async () => (await once(child, "message", { signal: AbortSignal.timeout(timeoutMs) }))[0];
  const { url } = await next();
  return {
    url,
    pid: child.pid,
    async receive(count, publish, { withWaits = false } = {}) {
      const ready = next();
      child.send({ count, withWaits });
      await ready;
      const since = Date.now();
      const received = next();
      await publish();
      const { at, repeated, waits } = await received;
      return { ms: at - since, repeated, waits };
    },
    stop: () => child.kill("SIGTERM"),
  };
}
