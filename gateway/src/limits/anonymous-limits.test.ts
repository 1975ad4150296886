import { createKey } from "@tenant-ops/kit/call";
import { once } from "node:events";
import { connect } from "node:net";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway, type TestKey } from "../testing.js";

const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const started: TestGateway[] = [];

async function start(settings: Record<string, string> = {}): Promise<TestGateway> {
  const gateway = await startTestGateway(createTestSettings({ REQUEST_TIMEOUT_MS: "60000", ...settings }));
  started.push(gateway);
  return gateway;
}
const callMcp = (gateway: TestGateway, key: string) =>
  gateway.request("POST", "/mcp", { headers: { "x-api-key": key }, body: list });

type OpenRequest = ReturnType<typeof openRequest>;

/** Sends the headers of a request and none of its body. */
function openRequest(gateway: TestGateway, path: string, headers: Record<string, string> = {}) {
  const socket = connect(gateway.port, "127.0.0.1");
  socket.on("error", () => {});
  const all = { host: "gateway", "content-type": "application/json", "content-length": "100", ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) => (value ? [`${name}: ${value}\r\n`] : []));
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
  return {
    socket,
    async readHead(): Promise<string> {
      const [chunk] = (await once(socket, "data")) as [Buffer];
      socket.destroy();
      return chunk.toString("utf8").toLowerCase();
    },
  };
}

describe("a request without a credential", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await start();
  });
  afterAll(() => gateway.close().then(() => void started.splice(started.indexOf(gateway), 1)));

  test("for a token with 50,000 form fields is 413, and with 21 fields in few bytes 400", async () => {
    const ask = (body: string) =>
      fetch(`${gateway.url}/oauth/token`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body,
      });
    const many = await ask(Array.from({ length: 50_000 }, (_, n) => `a${n % 1000}`).join("&"));
    expect(many.status).toBe(413);
    expect(await many.json()).toMatchObject({ error: "payload_too_large", detail: "The body is over 8 KiB." });
    const few = await ask(`grant_type=client_credentials${"&a=1".repeat(20)}`);
    expect(few.status).toBe(400);
    expect(await few.json()).toMatchObject({
      error: "malformed_request",
      detail: expect.stringContaining("20 fields"),
    });
  });

  test.each([
    ["/oauth/token", "413"],
    ["/nowhere", "404"],
    ["/%zz", "400"],
    ["/oauth/authorize", "405"],
    ["/.well-known/oauth-authorization-server", "405"],
    ["/mcp", "401"],
    ["/v1/public/campaigns", "401"],
  ])("to %s is answered with %s before its body arrives, and the connection ends", async (path, status) => {
    const head = await openRequest(gateway, path, { "content-length": "200000" }).readHead();
    expect(head).toContain(`http/1.1 ${status} `);
    expect(head).toContain("connection: close");
  });

  test("to a public page may have 64 KiB and 100 fields", async () => {
    const tooLarge = openRequest(gateway, "/flow/x", { "content-length": "70000" });
    expect(await tooLarge.readHead()).toContain("http/1.1 413 ");
    const send = (fields: number) =>
      fetch(`${gateway.url}/flow/x`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "a=1&".repeat(fields - 1),
      });
    expect((await send(101)).status).toBe(400);
    // The service is down in this test; the form was accepted.
    expect((await send(100)).status).toBe(503);
  });
});

describe("limits per address", () => {
  afterEach(() => Promise.all(started.splice(0).map((gateway) => gateway.close())));

  test("apply before the body is read; calls with a key from the same address are not counted", async () => {
    const gateway = await start({ RATE_ANONYMOUS_PER_MINUTE: "3" });
    const { key } = await gateway.createTenant();
    const useUp = async () => expect((await gateway.request("GET", "/nowhere")).status).toBe(429);
    await eventually(useUp);
    const head = await openRequest(gateway, "/oauth/token").readHead();
    expect(head).toContain("http/1.1 429 ");
    expect(head).toMatch(/retry-after: \d/);
    for (let count = 0; count < 10; count += 1) expect((await callMcp(gateway, key)).status).toBe(200);
  });

  test("count requests to routes of tenants that send no credential", async () => {
    const gateway = await start({ RATE_ANONYMOUS_PER_MINUTE: "3" });
    const { key } = await gateway.createTenant();
    const statuses: number[] = [];
    for (const path of ["/mcp", "/v1/public/campaigns", "/mcp", "/mcp"])
      statuses.push((await gateway.request("POST", path, { body: list })).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await callMcp(gateway, key)).status).toBe(200);
  });

  test("also count requests in flight, so that slow senders do not use up the limit of businesses", async () => {
    const gateway = await start({ IN_FLIGHT_PER_ADDRESS_MAX: "3", IN_FLIGHT_MAX: "100" });
    const { key } = await gateway.createTenant();
    const slow: OpenRequest[] = [];
    await eventually(async () => {
      slow.push(openRequest(gateway, "/oauth/token"));
      const refused = await gateway.request("GET", "/nowhere");
      expect(refused.status).toBe(503);
      expect(await refused.json()).toMatchObject({ error: "overloaded" });
    });
    expect((await callMcp(gateway, key)).status).toBe(200);
    slow.forEach(({ socket }) => socket.destroy());
    await eventually(async () => expect((await gateway.request("GET", "/nowhere")).status).toBe(404));
  });

  test("count the requests in flight of an IPv6 customer with many networks together", async () => {
    const gateway = await start({
      IN_FLIGHT_PER_ADDRESS_MAX: "2",
      IN_FLIGHT_MAX: "100",
      TRUSTED_PROXIES: "127.0.0.1",
    });
    const ask = async (from: string) =>
      (await gateway.request("GET", "/nowhere", { headers: { "x-forwarded-for": from } })).status;
    const slow: OpenRequest[] = [];
    await eventually(async () => {
      slow.push(openRequest(gateway, "/oauth/token", { "x-forwarded-for": `2001:db8:1:${slow.length}::1` }));
      expect(await ask("2001:db8:1:ffff::1")).toBe(503);
    });
    expect(await ask("2001:db8:2::1")).toBe(404);
    slow.forEach(({ socket }) => socket.destroy());
  });

  test("leave three quarters of the requests in flight to businesses", async () => {
    const gateway = await start({ IN_FLIGHT_PER_ADDRESS_MAX: "1000", IN_FLIGHT_MAX: "8" });
    const { key } = await gateway.createTenant();
    const slow: OpenRequest[] = [];
    await eventually(async () => {
      slow.push(openRequest(gateway, "/oauth/token"));
      expect((await gateway.request("GET", "/nowhere")).status).toBe(503);
    });
    expect((await callMcp(gateway, key)).status).toBe(200);
    slow.forEach(({ socket }) => socket.destroy());
  });

  test("a right key is accepted on every replica from an address that sent too many wrong ones", async () => {
    const one = await start({ RATE_FAILED_CREDENTIALS_PER_MINUTE: "3" });
    const early = await one.createTenant();
    const two = await start(one.settings);
    const late = await one.createTenant();
    for (const gateway of [one, two]) {
      await eventually(async () => expect((await callMcp(gateway, createKey("live"))).status).toBe(429));
      for (const { key } of [early, late])
        await eventually(async () => expect((await callMcp(gateway, key)).status).toBe(200));
    }
  });
});

describe("a business over its limits", () => {
  afterEach(() => Promise.all(started.splice(0).map((gateway) => gateway.close())));

  test("is refused before its body is read; another business is not", async () => {
    const gateway = await start({ RATE_REQUESTS_PER_MINUTE: "2", RATE_LISTS_PER_MINUTE: "2" });
    const [loud, quiet] = [await gateway.createTenant(), await gateway.createTenant()];
    const useUp = async ({ key }: TestKey) => {
      for (let count = 0; count < 5; count += 1) await callMcp(gateway, key);
      return (await callMcp(gateway, key)).status;
    };
    expect(await useUp(loud)).toBe(429);
    const head = await openRequest(gateway, "/mcp", { "x-api-key": loud.key }).readHead();
    expect(head).toContain("http/1.1 429 ");
    expect((await callMcp(gateway, quiet.key)).status).toBe(200);
  });

  test("is refused also when its requests name another business", async () => {
    const gateway = await start({ RATE_REQUESTS_PER_MINUTE: "2" });
    const { key } = await gateway.createTenant();
    const { businessId: other } = await gateway.createTenant();
    await eventually(async () => {
      const headers = { "x-api-key": key, "x-business-id": other };
      expect((await gateway.request("GET", "/v1/public/prizes", { headers })).status).toBe(429);
    });
  });

  test("may have a limited number of requests in flight, counted before their bodies arrive", async () => {
    const gateway = await start({ IN_FLIGHT_PER_BUSINESS_MAX: "2" });
    const [slow, other] = [await gateway.createTenant(), await gateway.createTenant()];
    const open: OpenRequest[] = [];
    await eventually(async () => {
      open.push(openRequest(gateway, "/mcp", { "x-api-key": slow.key }));
      expect((await callMcp(gateway, slow.key)).status).toBe(503);
    });
    expect((await callMcp(gateway, other.key)).status).toBe(200);
    open.forEach(({ socket }) => socket.destroy());
  });
});
