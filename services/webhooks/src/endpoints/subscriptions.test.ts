import { type Database, newId } from "@tenant-ops/kit/data";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerEndpoint, startWebhooks, type WebhookService } from "../testing.js";
import { createSubscriptionCheck } from "./subscriptions.js";

let service: WebhookService;
beforeAll(async () => void (service = await startWebhooks()));
afterAll(() => service.close());

const spin = { type: "spin.completed", occurredAt: new Date() };

test("events of one business that arrive together share a read, and each business gets its own answer", async () => {
  const { db } = service.running.context;
  const tenant = service.newTenant();
  await registerEndpoint(tenant, { url: "http://127.0.0.1:9999/hook" });
  const businessIds = [tenant.businessId, newId("biz")];
  const found: string[] = [];
  const stop = db.watchCommands(({ commandName, command }) => {
    const { find, filter } = command as { find?: string; filter?: { businessId?: string } };
    if (commandName === "find" && find === "endpoints" && filter?.businessId) found.push(filter.businessId);
  });
  const hasSubscribers = createSubscriptionCheck(db);
  const events = Array.from({ length: 16 }, (_, index) => businessIds[index % 2] ?? "");
  const answers = await Promise.all(events.map((businessId) => hasSubscribers(businessId, spin)));
  stop();
  expect(answers).toEqual(events.map((businessId) => businessId === tenant.businessId));
  expect(found.filter((id) => businessIds.includes(id)).toSorted()).toEqual(businessIds.toSorted());
});

test("a business whose read fails does not fail the events of others", async () => {
  const { db } = service.running.context;
  const tenant = service.newTenant();
  await registerEndpoint(tenant, { url: "http://127.0.0.1:9999/hook" });
  const failing = newId("biz");
  const scope: Database["scope"] = (call) => {
    if (call.businessId === failing) throw new Error("no scope");
    return db.scope(call);
  };
  const hasSubscribers = createSubscriptionCheck({ ...db, scope });
  const answers = [failing, tenant.businessId].map((businessId) => hasSubscribers(businessId, spin));
  expect(await Promise.allSettled(answers)).toMatchObject([
    { status: "rejected", reason: { message: "no scope" } },
    { status: "fulfilled", value: true },
  ]);
});
