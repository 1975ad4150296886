import { randomUUID } from "node:crypto";
import { aWithdrawal, type Business, type House } from "./house.js";

export interface Withdrawing {
  /** How often each answer came: `200`, or `503 service_unavailable`. */
  answers: Map<string, number>;
  /** Ids of the withdrawals that were acknowledged. */
  created: Set<string>;
  /** Ends when every agent has the answer it waits for. */
  stop(): Promise<void>;
}

/**
 * Agents that withdraw one unit after another. Each sends its call with an Idempotency-Key until it is acknowledged, as the
 * answers ask for, so whatever breaks meanwhile, each turn is one withdrawal.
 */
export function keepWithdrawing(house: House, business: Business, ids: object, agents: number): Withdrawing {
  const answers = new Map<string, number>();
  const created = new Set<string>();
  let stopped = false;

  async function turn(agent: number): Promise<void> {
    const headers = { "idempotency-key": randomUUID() };
    const args = aWithdrawal({ ...ids, worker_id: `agent-${agent}` });
    for (let isDone = false; !isDone;) {
      const { status, body } = await house.tool(business, "supply_approve_withdrawal", args, { headers });
      const answer = status === 200 ? "200" : `${status} ${body["error"]}`;
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      isDone = status === 200;
      if (isDone) created.add(String(body["_id"]));
    }
  }

  async function agent(number: number): Promise<void> {
    while (!stopped) await turn(number);
  }

  const running = Promise.all(Array.from({ length: agents }, (_, number) => agent(number)));
  return {
    answers,
    created,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
