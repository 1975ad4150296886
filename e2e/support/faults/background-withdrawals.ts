import { randomUUID } from "node:crypto";
import { withdrawalArguments, type Business, type TestMesh } from "../mesh/test-mesh.js";

export interface BackgroundWithdrawals {
  /** Number of answers by status and code, such as `200` or `503 service_unavailable`. */
  answers: Map<string, number>;
  /** Ids of the withdrawals that were acknowledged. */
  created: Set<string>;
  /** Resolves when every agent has its last answer. */
  stop(): Promise<void>;
}

/**
 * Starts agents that withdraw one unit after another. Each repeats its call with the same Idempotency-Key until it is
 * acknowledged, so that each round is exactly one withdrawal, whatever fails meanwhile.
 */
export function startBackgroundWithdrawals(
  testMesh: TestMesh,
  business: Business,
  ids: object,
  agents: number,
): BackgroundWithdrawals {
  const answers = new Map<string, number>();
  const created = new Set<string>();
  let stopped = false;

  async function withdrawOnce(agent: number): Promise<void> {
    const headers = { "idempotency-key": randomUUID() };
    const args = withdrawalArguments({ ...ids, worker_id: `agent-${agent}` });
    for (let isDone = false; !isDone;) {
      const { status, body } = await testMesh.callTool(business, "supply_approve_withdrawal", args, { headers });
      const answer = status === 200 ? "200" : `${status} ${body["error"]}`;
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      isDone = status === 200;
      if (isDone) created.add(String(body["_id"]));
    }
  }

  async function agent(number: number): Promise<void> {
    while (!stopped) await withdrawOnce(number);
  }

  const running = Promise.all(Array.from({ length: agents }, (_, number) => agent(number)));
  // `stop` throws the error of an agent; until then the rejection is not awaited, which Node would report.
  running.catch(() => undefined);
  return {
    answers,
    created,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
