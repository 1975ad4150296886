import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway, type TestKey } from "../testing.js";

// Replaces flows: begins an export, and ends it when the test releases it.
let flows: Server;
let gateway: TestGateway;
const begun: ServerResponse[] = [];

beforeAll(async () => {
  flows = createServer((_request, response) => {
    begun.push(response);
    response.writeHead(200, { "content-type": "application/octet-stream" }).write("_id\r\n");
  }).listen(0, "127.0.0.1");
  await once(flows, "listening");
  const address = `http://127.0.0.1:${(flows.address() as AddressInfo).port}`;
  gateway = await startTestGateway(createTestSettings({ FLOWS_HTTP_URL: address }));
});
afterAll(async () => {
  await gateway.close();
  flows.closeAllConnections();
  flows.close();
});

const exportPath = "/v1/public/flows/summer/registrations/export";

async function open({ key, businessId }: TestKey, path = exportPath) {
  const response = await fetch(`${gateway.url}${path}`, {
    headers: { "x-api-key": key, "x-business-id": businessId },
  });
  return { response, status: response.status };
}

test("a fourth download of one business at once is refused, until one has ended; another business is not affected", async () => {
  const tenant = await gateway.createTenant();
  const under = await Promise.all([1, 2, 3].map(() => open(tenant)));
  expect(under.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const path of [exportPath, "/v1/public/person-requests/prq_1/export"]) {
    const { response } = await open(tenant, path);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await response.json()).toMatchObject({ error: "overloaded" });
  }
  const other = await open(await gateway.createTenant());
  expect(other.status).toBe(200);
  for (const response of begun) response.end();
  await Promise.all([...under, other].map(({ response }) => response.text()));
  const person = await open(tenant, "/v1/public/person-requests/prq_1/export");
  expect(person.status).toBe(404);
});

test("a download whose connection was closed is not counted any more", async () => {
  const { key, businessId } = await gateway.createTenant();
  const leave = async () => {
    const request = httpRequest(`${gateway.url}${exportPath}`, {
      headers: { "x-api-key": key, "x-business-id": businessId },
    }).end();
    request.on("error", () => {});
    const [{ statusCode }] = (await once(request, "response")) as [IncomingMessage];
    const response = begun.at(-1);
    request.destroy();
    while (!response?.destroyed) await setImmediate();
    return statusCode;
  };
  for (let count = 0; count < 4; count++) expect(await leave()).toBe(200);
});
