// Sends calls from a process of its own, so that generating load costs neither side of the comparison more than the other.
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

// What is measured. The arguments of each call are made from its number; calls go to the pairs of product and center in turn.
const withdraw = (pair, index) => ({ ...pair, worker_id: `worker-${index}`, email: "worker@example.com", quantity: 1 });

/** The operations by name: the tool that is called, and the propose tool whose token an approval carries; or the REST request. */
export const operations = {
  supply_list_stocks: { tool: "supply_list_stocks", createArguments: () => ({ limit: 100 }) },
  supply_approve_withdrawal: {
    tool: "supply_approve_withdrawal",
    proposeTool: "supply_propose_withdrawal",
    createArguments: (pairs, index) => withdraw(pairs[index % pairs.length], index),
  },
  "supply_approve_withdrawal, one record": {
    tool: "supply_approve_withdrawal",
    proposeTool: "supply_propose_withdrawal",
    createArguments: ([pair], index) => withdraw(pair, index),
  },
  "GET stocks": { path: "/v1/public/supply/stocks?limit=100", createArguments: () => ({}) },
};

/** What a server of MCP alone has. */
export const toolOperations = Object.keys(operations).filter((name) => operations[name].tool);

/**
 * Starts the process that sends the calls.
 * @returns {{measure(options: LoadOptions, begin: () => Promise<void>): Promise<LoadResult>, stop(): void}} `begin` is called right before the
 * first call, when everything that is not measured (proposals) has been done
 *
 * @typedef {{url: string, key: string, businessId?: string, pairs: object[], operation: string, connections: number, calls: number, hasProposals: boolean}} LoadOptions
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
