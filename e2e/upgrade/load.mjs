// Requests of one business that are sent during an upgrade: each is repeated with its key until it is answered.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** Creates a product at a center and a course, and starts agents that withdraw and enroll. `targets` are the gateways that serve now. */
export async function startLoad({ key, businessId, targets, units, agents = 2 }) {
  const answers = new Map();
  const refused = [];

  /** A request to each gateway in turn. @returns the answer of 2xx, whatever was answered before */
  let turn = 0;
  async function send(method, path, body) {
    const headers = {
      "x-api-key": key,
      "x-business-id": businessId,
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
    };
    for (;;) {
      turn += 1;
      const url = `${targets[turn % targets.length]}${path}`;
      const request = { method, headers, body: JSON.stringify(body) };
      const answer = await fetch(url, request).catch(() => undefined);
      const text = await answer?.text();
      const status = answer?.status ?? "no answer";
      answers.set(status, (answers.get(status) ?? 0) + 1);
      if (answer?.ok) return JSON.parse(text);
      refused.push(`${method} ${path}: ${status} ${text?.slice(0, 200)}`);
      await sleep(50);
    }
  }

  const post = (path, body) => send("POST", path, body);
  const stock = await post("/v1/public/supply/stocks", { productName: "Gloves", totalStock: units, minStockAlert: 0 });
  const center = await post("/v1/public/supply/centers", { name: "North", geo: { latitude: 19.4, longitude: -99.1 } });
  const place = { stockId: stock._id, serviceCenterId: center._id };
  await post("/v1/public/supply/center-stocks", {
    ...place,
    currentStock: units,
    minStockAlert: 0,
    criticality: "low",
  });
  const course = await post("/v1/public/courses", { title: "Safety", slug: `safety-${randomUUID().slice(0, 8)}` });
  await send("PATCH", `/v1/public/courses/${course._id}`, { published: true });

  const withdrawals = [];
  const sessions = [];
  let isStopped = false;
  async function agent(number) {
    const email = "ana@example.com";
    for (let round = 0; !isStopped; round += 1) {
      const withdrawal = { ...place, workerId: `worker-${number}`, email, quantity: 1 };
      withdrawals.push((await post("/v1/public/supply/withdrawals", withdrawal))._id);
      const learner = { userId: `learner-${number}-${round}`, fullName: `Ana ${round}`, email };
      sessions.push((await post(`/v1/public/courses/${course._id}/sessions`, learner))._id);
    }
  }
  const running = Promise.all(Array.from({ length: agents }, (_, number) => agent(number)));
  return {
    answers,
    refused,
    withdrawals,
    sessions,
    stop: async () => {
      isStopped = true;
      await running;
    },
  };
}
