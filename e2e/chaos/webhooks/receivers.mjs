// Receivers that misbehave.
import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@tenant-ops/kit/data";
import { waitFor } from "../../../scripts/lib/process/wait-for.mjs";
import { startReceiver, startTcpReceiver } from "./receiver.mjs";
import { check } from "./round.mjs";

const behaviours = {
  "never answers": () => undefined,
  "sends endless headers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const timer = setInterval(() => socket.write("X-A: b\r\n"), 200);
    socket.on("close", () => clearInterval(timer));
  },
};

/** With the real limit of 15 s. services/webhooks/src/egress/hostile.long.test.ts has more receivers and a shorter limit. */
export async function hostile({ mesh }) {
  const ends = [];
  const tenant = mesh.createTenant();
  for (const [name, behave] of Object.entries(behaviours)) {
    const receiver = await startTcpReceiver(behave);
    const { _id: endpointId } = await tenant.rest("POST", "/endpoints", { url: receiver.url });
    const { traceId } = await tenant.rest("POST", `/endpoints/${endpointId}/ping`);
    const findAttempt = async () => (await tenant.rest("GET", `/deliveries/${traceId}`)).attempts[0];
    const { ms, error } = await waitFor(`${name}: the end of the attempt`, findAttempt, { timeoutMs: 20_000 });
    check(ms <= 16_000 && error === "timeout", `${name}: ended after ${ms} ms with ${error}`);
    ends.push(`${name} ${ms} ms`);
    await tenant.rest("DELETE", `/endpoints/${endpointId}`);
    receiver.close();
  }
  return `attempts end within 16 s: ${ends.join(", ")}`;
}

export async function fairness({ mesh }) {
  const waiting = 10_000;
  const silent = await startTcpReceiver(() => undefined);
  const slow = mesh.createTenant();
  const { _id: endpointId } = await slow.rest("POST", "/endpoints", { url: silent.url });
  const { webhookId } = await slow.rest("POST", `/endpoints/${endpointId}/ping`);
  await insertDeliveries(slow, endpointId, webhookId, waiting);
  await slow.rest("POST", `/endpoints/${endpointId}/ping`);
  await sleep(500);
  const receiver = await startReceiver();
  const tenants = Array.from({ length: 10 }, () => mesh.createTenant());
  for (const tenant of tenants) await tenant.rest("POST", "/endpoints", { url: receiver.url });
  const startedAt = Date.now();
  await Promise.all(tenants.map((tenant) => tenant.publishSpins(20)));
  await waitFor("all 200 accepted", () => receiver.accepted.size === 200, { timeoutMs: 30_000 });
  const elapsedMs = Date.now() - startedAt;
  await slow.rest("DELETE", `/endpoints/${endpointId}`);
  silent.close();
  await receiver.close();
  // With one queue for all businesses they would have waited until the attempts that hang had ended.
  check(elapsedMs < 15_000, `the 200 took ${elapsedMs} ms`);
  return `200 events of ten businesses beside ${waiting} that hang: all accepted after ${elapsedMs} ms`;
}

async function insertDeliveries(tenant, endpointId, eventId, count) {
  const now = new Date();
  const deliveries = Array.from({ length: count }, (_, index) => ({
    _id: newId("trc"),
    endpointId,
    eventId,
    event: "webhook.ping",
    trigger: "event",
    nonce: String(index),
    status: "pending",
    attempt: 0,
    starts: 0,
    dueAt: now,
    attempts: [],
    createdAt: now,
  }));
  for (let index = 0; index < count; index += 1000)
    await tenant.deliveries().insertMany(deliveries.slice(index, index + 1000));
}
