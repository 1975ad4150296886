import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createFixtures,
  type EndpointReply,
  type LogEntry,
  post,
  publishSpin,
  registerEndpoint,
  startWebhooks,
  waitForFinalLog,
  type WebhookService,
  type WebhooksTenant,
} from "../testing.js";

let service: WebhookService;
const { startReceiver } = createFixtures();
beforeAll(async () => void (service = await startWebhooks()));
afterAll(() => service.close());

const url = "http://127.0.0.1:9999/hook";
const headers = { "idempotency-key": "k-1" };

async function send(tenant: WebhooksTenant, method: string, path: string, body?: unknown, given = headers) {
  const answer = await tenant.http(method, `/v1/public/webhooks${path}`, {
    headers: given,
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? "" : JSON.parse(text), isReplayed: answer.headers.has(replayed) };
}

const replayed = "idempotent-replayed";
const since = () => new Date(Date.now() - 60_000).toISOString();

interface Write {
  name: string;
  method: string;
  step: string;
  body?: () => unknown;
}

const writes: Write[] = [
  { name: "a change", method: "PATCH", step: "", body: () => ({ description: "shop", maxAttempts: 3 }) },
  { name: "enabling", method: "POST", step: "/enable" },
  { name: "a ping", method: "POST", step: "/ping" },
  { name: "a rotation of the secret", method: "POST", step: "/rotate-secret", body: () => ({ overlapHours: 1 }) },
  { name: "a recovery", method: "POST", step: "/recover", body: () => ({ since: since() }) },
];

describe("a request that is repeated with its Idempotency-Key gets the stored answer", () => {
  test.each(writes)("of $name, also after the endpoint was disabled and deleted", async ({ method, step, body }) => {
    const tenant = service.newTenant();
    const path = `/endpoints/${(await registerEndpoint(tenant, { url }))._id}`;
    const given = body?.();
    const first = await send(tenant, method, `${path}${step}`, given);
    expect([Math.floor(first.status / 100), first.isReplayed]).toEqual([2, false]);

    await send(tenant, "PATCH", path, { status: "disabled" }, { "idempotency-key": "off" });
    expect(await send(tenant, method, `${path}${step}`, given)).toEqual({ ...first, isReplayed: true });
    await send(tenant, "DELETE", path, undefined, { "idempotency-key": "gone" });
    expect(await send(tenant, method, `${path}${step}`, given)).toEqual({ ...first, isReplayed: true });
  });

  test("of a creation, with its secret, also after the endpoint was deleted", async () => {
    const tenant = service.newTenant();
    const first = await send(tenant, "POST", "/endpoints", { url });
    await send(tenant, "DELETE", `/endpoints/${first.body._id}`);
    expect(await send(tenant, "POST", "/endpoints", { url })).toEqual({ ...first, isReplayed: true });
    expect(first.body.secret).toMatch(/^whsec_/);
  });

  test("of a rotation, as it was then, also after the old secret has expired", async () => {
    const tenant = service.newTenant();
    const path = `/endpoints/${(await registerEndpoint(tenant, { url }))._id}`;
    const rotate = () => send(tenant, "POST", `${path}/rotate-secret`, { overlapHours: 1 / 36_000 });
    const first = await rotate();
    expect(first.body.secrets).toHaveLength(2);
    await eventually(async () => expect((await send(tenant, "GET", path)).body.secrets).toHaveLength(1));
    expect(await rotate()).toEqual({ ...first, isReplayed: true });
  });

  test("of a deletion; a request with another key gets 404", async () => {
    const tenant = service.newTenant();
    const path = `/endpoints/${(await registerEndpoint(tenant, { url }))._id}`;
    expect(await send(tenant, "DELETE", path)).toEqual({ status: 204, body: "", isReplayed: false });
    expect(await send(tenant, "DELETE", path)).toEqual({ status: 204, body: "", isReplayed: true });
    expect((await send(tenant, "DELETE", path, undefined, { "idempotency-key": "k-2" })).status).toBe(404);
  });

  test("of a redelivery, also after the endpoint was deleted", async () => {
    const tenant = service.newTenant();
    const receiver = await startReceiver();
    const { _id } = await registerEndpoint(tenant, { url: receiver.url });
    await publishSpin(service, tenant);
    const [entry] = await waitForFinalLog(tenant, 1);
    const first = await send(tenant, "POST", `/deliveries/${entry?.traceId}/redeliver`);
    await waitForFinalLog(tenant, 2);
    await send(tenant, "DELETE", `/endpoints/${_id}`);
    expect(await send(tenant, "POST", `/deliveries/${entry?.traceId}/redeliver`)).toEqual({
      ...first,
      isReplayed: true,
    });
    await waitForFinalLog(tenant, 2);
    expect(receiver.requests).toHaveLength(2);
  });

  test("and with another body it is refused", async () => {
    const tenant = service.newTenant();
    const path = `/endpoints/${(await registerEndpoint(tenant, { url }))._id}`;
    await send(tenant, "PATCH", path, { description: "one" });
    expect(await send(tenant, "PATCH", path, { description: "two" })).toMatchObject({
      status: 422,
      body: { error: "idempotency_conflict" },
    });
  });
});

describe("two at once", () => {
  test("of the same ping send one event", async () => {
    const tenant = service.newTenant();
    const receiver = await startReceiver();
    const { _id } = await registerEndpoint(tenant, { url: receiver.url });
    const ping = () => post<LogEntry>(tenant, `/endpoints/${_id}/ping`, undefined, headers);
    const [one, two] = await Promise.all([ping(), ping()]);
    expect(one.body).toEqual(two.body);
    await waitForFinalLog(tenant, 1);
    expect(receiver.requests).toHaveLength(1);
  });

  test("of different changes are both carried out", async () => {
    const tenant = service.newTenant();
    const { _id } = await registerEndpoint(tenant, { url });
    const changes = [{ description: "shop" }, { maxAttempts: 3 }];
    await Promise.all(
      changes.map((change, index) =>
        send(tenant, "PATCH", `/endpoints/${_id}`, change, { "idempotency-key": `${index}` }),
      ),
    );
    const { body } = await send(tenant, "GET", `/endpoints/${_id}`);
    expect(body).toMatchObject({ description: "shop", maxAttempts: 3, version: 3 });
  });

  test("of two deletions one finds the endpoint", async () => {
    const tenant = service.newTenant();
    const { _id } = await registerEndpoint(tenant, { url });
    const answers = await Promise.all(
      ["a", "b"].map((key) => send(tenant, "DELETE", `/endpoints/${_id}`, undefined, { "idempotency-key": key })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404]);
  });
});

test("a change without a field is refused, and null removes a limit", async () => {
  const tenant = service.newTenant();
  const made: EndpointReply = await registerEndpoint(tenant, { url, maxAttempts: 3 });
  const path = `/endpoints/${made._id}`;
  expect(await send(tenant, "PATCH", path, {}, { "idempotency-key": "1" })).toMatchObject({
    status: 422,
    body: { error: "invalid_argument", detail: expect.stringContaining("at least one field") },
  });
  const changed = await send(tenant, "PATCH", path, { maxAttempts: null }, { "idempotency-key": "2" });
  expect(changed.body).not.toHaveProperty("maxAttempts");
});
