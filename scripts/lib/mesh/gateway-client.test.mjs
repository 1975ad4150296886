import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTenantClient } from "./gateway-client.mjs";

let server;
let business;
let answers;
let requests;

beforeAll(async () => {
  server = createServer((_request, response) => {
    requests += 1;
    const [status, body] = answers.shift();
    response.writeHead(status, { "retry-after": "0" }).end(JSON.stringify(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  business = createTenantClient(`http://127.0.0.1:${server.address().port}`, { key: "k", businessId: "b" });
});
beforeEach(() => {
  requests = 0;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const overloaded = [503, { error: "overloaded", detail: "The gateway is too busy right now." }];

test("a call refused as overloaded is sent again until it is answered", async () => {
  answers = [overloaded, overloaded, [200, { items: [] }]];
  expect(await business.call("supply_list_stocks")).toEqual({ items: [] });
  expect(requests).toBe(3);
});

test("another refusal is thrown with its sentence and not repeated", async () => {
  answers = [[503, { error: "unavailable", detail: "supply does not answer." }]];
  await expect(business.call("supply_list_stocks")).rejects.toThrow("POST /mcp answered 503: supply does not answer.");
  expect(requests).toBe(1);
});
