import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** A call that takes longer counts as failed. */
const timeoutMs = 10_000;
/** Longer for the attacker, so that its statuses show the answers of the gateway also on a slow machine. */
const attackerTimeoutMs = 60_000;

export interface Attack {
  url: string;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
  connections: number;
  /** Each request comes from another address, by X-Forwarded-For. */
  spoofsAddresses?: boolean;
}

/** How often each status occurred; `timeout` and `broken` without an answer. */
export type Statuses = Record<string, number>;

export interface PhaseResult {
  /** The share of the calls that were answered with 2xx. */
  successRate: number;
  statuses: Statuses;
}

/** Sends the calls of the observed business one after another. */
export async function runPhase(calls: number, send: (signal: AbortSignal) => Promise<Response>): Promise<PhaseResult> {
  const statuses: Statuses = {};
  let successes = 0;
  for (let call = 0; call < calls; call += 1) {
    const status = await getStatus(send);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status.startsWith("2")) successes += 1;
  }
  return { successRate: successes / calls, statuses };
}

async function getStatus(send: (signal: AbortSignal) => Promise<Response>): Promise<string> {
  try {
    const response = await send(AbortSignal.timeout(timeoutMs));
    await response.arrayBuffer();
    return String(response.status);
  } catch (error) {
    return error instanceof Error && error.name === "TimeoutError" ? "timeout" : "broken";
  }
}

/**
 * Attacks while `phase` runs. The number of requests is bounded, so that an attack ends also when the test hangs.
 * @returns the statuses that the attacker got
 */
export async function attackDuring<Result>(
  attack: Attack,
  phase: () => Promise<Result>,
): Promise<{ result: Result; attacked: Statuses }> {
  const workerData = { ...attack, timeoutMs: attackerTimeoutMs, requestsMax: 50_000 };
  const worker = new Worker(new URL("./attacker.mjs", import.meta.url), { workerData });
  const ended = once(worker, "message") as Promise<[Statuses]>;
  try {
    const result = await phase();
    worker.postMessage("stop");
    const [attacked] = await ended;
    return { result, attacked };
  } finally {
    await worker.terminate();
  }
}
