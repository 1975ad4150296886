import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findEntry } from "../../scripts/lib/mesh/mesh-plan.mjs";
import { migrateAll, type RunningAll, startAll } from "./all.js";
import { groups } from "./parts.js";
import { createTestEnvironment, operatorKey } from "./testing.js";

let environment: Record<string, string>;
let running: RunningAll;
beforeAll(async () => {
  environment = await createTestEnvironment();
  await migrateAll(environment);
  running = await startAll(environment);
});
afterAll(() => running.close());

const url = (path: string) => `${environment["PUBLIC_URL"]}${path}`;
const adminPage = (path: string) => fetch(`http://127.0.0.1:${running.adminPort}${path}`);

async function send(target: string, body: object, headers: Record<string, string>) {
  const answer = await fetch(target, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
}

async function createBusiness() {
  const operatorUrl = `http://127.0.0.1:${environment["OPERATOR_PORT"]}/v1/admin/businesses`;
  const headers = { authorization: `Bearer ${operatorKey}` };
  const { body: business } = await send(operatorUrl, { name: "Acme", country: "MX" }, headers);
  const { body: key } = await send(`${operatorUrl}/${business["_id"]}/keys`, { name: "test" }, headers);
  return { "x-api-key": key["key"] ?? "", "x-business-id": business["_id"] ?? "" };
}

test("one process answers tools, REST and pages", async () => {
  const tenant = await createBusiness();
  const stock = { product_name: "Gloves", total_stock: 5, min_stock_alert: 1 };
  const created = await send(url("/mcp"), { name: "supply_create_stock", arguments: stock }, tenant);
  expect(created).toMatchObject({ status: 200, body: { _id: expect.stringMatching(/^stk_/) } });

  const course = await send(
    url("/v1/public/courses"),
    { title: "Safety", slug: "safety" },
    {
      ...tenant,
      "idempotency-key": "course-1",
    },
  );
  expect(course.status).toBe(201);

  const page = await fetch(url("/flow/nothing-here"));
  expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  const application = await fetch(`${environment["APP_URL"]}/sign-in`);
  expect(application.headers.get("content-type")).toBe("text/html; charset=utf-8");
});

test("one admin port shows readiness and the metrics of every part under its own name", async () => {
  // The loop of this process was late while it loaded the modules of all parts.
  await expect.poll(async () => (await adminPage("/readyz")).status).toBe(200);
  const metrics = await (await adminPage("/metrics")).text();
  for (const { name } of groups.flat()) expect(metrics).toContain(`tenantops_in_flight{service="${name}"}`);
  expect(metrics.match(/^process_resident_memory_bytes/gm)).toHaveLength(1);
  expect(metrics).toContain('process_resident_memory_bytes{service="all"}');
});

test("the stored secrets of every part are encrypted again with the settings of the process", async () => {
  const tenant = await createBusiness();
  const created = await send(url("/v1/public/webhooks/endpoints"), { url: "https://example.com/hook" }, tenant);
  expect(created.status).toBe(201);
  const rotated = `${randomBytes(32).toString("base64url")},${environment["WEBHOOK_SECRET_KEY"]}`;
  // As `node /app/index.mjs --reencrypt-secrets` in its container: without CALL_CONTEXT_PUBLIC_KEYS, and with settings of one part.
  const { stdout } = await promisify(execFile)(process.execPath, [findEntry("all"), "--reencrypt-secrets"], {
    env: { ...environment, WEBHOOK_SECRET_KEY: undefined, WEBHOOKS_WEBHOOK_SECRET_KEY: rotated },
  });
  expect(stdout).toContain("webhooks: 1 secrets encrypted again. Now 1 use the first key, 0 an old one, 0 one that is");
  for (const part of ["flows", "console"]) expect(stdout).toContain(`${part}: 0 secrets encrypted again.`);
});
