import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Business, type OwnTestMesh, startTestMesh } from "./support/mesh/test-mesh.js";

// The flows service is killed (kill -9) while it waits for the answer of a bank: the request was sent, and no outcome is stored.

let testMesh: OwnTestMesh;
let business: Business;
let bank: Server;
const received: { id: string; registrationId: string }[] = [];
let onFirst: () => void = () => {};

beforeAll(async () => {
  bank = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      const { registrationId } = JSON.parse(text) as { registrationId: string };
      received.push({ id: String(request.headers["webhook-id"]), registrationId });
      // The first request gets no answer: its sender dies.
      if (received.length === 1) onFirst();
      else response.writeHead(200, { "content-type": "application/json" }).end('{"status":"approved"}');
    });
  }).listen(0, "127.0.0.1");
  await once(bank, "listening");
  testMesh = await startTestMesh({
    services: ["flows", "roulettes", "learning"],
    env: { flows: { BANK_ATTEMPT_MS: "2000" } },
  });
  business = await testMesh.createBusiness();
});
afterAll(async () => {
  await testMesh.stop();
  bank.closeAllConnections();
  bank.close();
});

const callRest = (method: string, path: string, body?: object) =>
  testMesh.callRestOrThrow(business, method, path, body);

test("a registration whose service dies between asking the bank and storing its answer is asked again under the same id, and completes once", async () => {
  const url = `http://127.0.0.1:${(bank.address() as AddressInfo).port}/`;
  await callRest("PUT", "/v1/public/flows/bank-provider", { url });
  const slug = `bank-${crypto.randomUUID().slice(0, 8)}`;
  const redirect = { type: "url", url: "https://example.com/" };
  await callRest("POST", "/v1/public/flows", { name: "Verano", slug, redirect, isBankProviderRequired: true });
  await callRest("PATCH", `/v1/public/flows/${slug}`, { isActive: true });

  const flows = testMesh.mesh.processes["flows"];
  if (!flows) throw new Error("no flows");
  const asked = new Promise<void>((resolve) => (onFirst = resolve));
  const form = new URLSearchParams({ first_name: "Ana", last_name: "Torres", country: "MX" });
  const userAgent = { "user-agent": "Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0 Mobile Safari/537.36" };
  const sent = await fetch(`${testMesh.url}/flow/${slug}`, {
    method: "POST",
    body: form,
    headers: userAgent,
    redirect: "manual",
  });
  expect(sent.status).toBe(303);
  await asked;
  flows.kill("SIGKILL");
  await flows.exited;
  await flows.start();

  const path = `/v1/public/flows/${slug}`;
  await eventually(async () => {
    const { items } = (await callRest("GET", `${path}/registrations`)) as { items: { _id: string; state: string }[] };
    expect(items).toMatchObject([{ state: "completed", bankValidation: { status: "approved" } }]);
  }, 120_000);
  expect(received.length).toBeGreaterThanOrEqual(2);
  expect(new Set(received.map(({ id }) => id))).toEqual(new Set([received[0]?.registrationId]));
  expect(await callRest("GET", path)).toMatchObject({ completedCount: 1, uniqueVisitCount: 1 });
}, 600_000);
