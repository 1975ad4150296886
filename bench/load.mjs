// Sends calls from a process of its own, so that generating load costs neither side of the comparison more than the other.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/**
 * Starts the process that sends the calls.
 * @returns {{measure(options: LoadOptions, begin: () => Promise<void>): Promise<LoadResult>, stop(): void}} `begin` is called right before the
 * first call, when everything that is not measured (proposals) has been done
 *
 * @typedef {{url: string, key: string, pairs: object[], operation: string, connections: number, calls: number, hasProposals: boolean}} LoadOptions
 * @typedef {{calls: number, failed: number, firstFailure?: string, perSecond: number, p50: number, p99: number}} LoadResult times in milliseconds
 */
export function startLoad() {
  const child = fork(join(import.meta.dirname, "load-process.mjs"), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const ended = new AbortController();
  child.once("exit", () => ended.abort(new Error("the load process ended")));
  const receive = async () => {
    const [message] = await once(child, "message", { signal: ended.signal });
    if (message.error) throw new Error(message.error);
    return message;
  };
  return {
    async measure(options, begin) {
      child.send(options);
      await receive();
      await begin();
      child.send("begin");
      return receive();
    },
    stop: () => child.kill("SIGTERM"),
  };
}
