import { createEgressClient, parseCidrs } from "@tenant-ops/kit/egress";
import { isLongRun } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../../../scripts/lib/process/ports.mjs";
import { config } from "../config.js";
import type { Endpoint } from "../endpoints/endpoints.rules.js";
import {
  startTcpServer,
  type NameServer,
  post,
  type LogEntry,
  registerEndpoint,
  startNameServer,
  startReceiver,
  startWebhooks,
  waitForAttempt,
  testSettings,
  type WebhookService,
} from "../testing.js";

// Servers on forbidden addresses. The egress rules have a bug if any of them gets a connection.
let connections = 0;
let port: number;
let isRebound = false;
let names: NameServer;
let service: WebhookService;
const closing: (() => Promise<unknown>)[] = [];

const addressesByName: Record<string, (count: number) => string[]> = {
  "loop.example.com": () => ["127.0.0.2"],
  "loop6.example.com": () => ["::1"],
  "mapped.example.com": () => ["::ffff:127.0.0.2"],
  "nat64.example.com": () => ["64:ff9b::7f00:2"],
  "isatap.example.com": () => ["fe80::5efe:7f00:2"],
  "compatible.example.com": () => ["::7f00:2"],
  "zero.example.com": () => ["0.0.0.0"],
  "mixed.example.com": () => ["127.0.0.1", "127.0.0.2"],
  "mixed6.example.com": () => ["127.0.0.1", "::1"],
  "metadata.example.com": () => ["169.254.169.254"],
  // Allowed at registration, forbidden afterwards.
  "rebind.example.com": () => [isRebound ? "127.0.0.2" : "127.0.0.1"],
  "rebind6.example.com": () => [isRebound ? "::1" : "127.0.0.1"],
  // Resolves to the other address at every second look-up.
  "flicker.example.com": (count) => (count % 2 === 1 ? ["127.0.0.1"] : ["127.0.0.2"]),
};

beforeAll(async () => {
  // Reserved, because both addresses need the same port, and a port that is free on the first may be in use on the second.
  port = await findFreePort();
  const [first, second] = await Promise.all(
    ["127.0.0.2", "::1"].map((host) => startTcpServer((socket) => (connections++, socket.destroy()), host, port)),
  );
  names = await startNameServer((name, count) => addressesByName[name]?.(count) ?? []);
  service = await startWebhooks({ WEBHOOK_DNS_SERVERS: names.address, WEBHOOK_RETRY_SCHEDULE: "10ms" });
  closing.push(
    () => service.close(),
    () => names.close(),
    () => second!.close(),
    () => first!.close(),
  );
});
afterAll(async () => {
  for (const close of closing) await close();
});

const literals = () => [
  `http://127.0.0.2:${port}/`,
  `http://127.2:${port}/`,
  `http://2130706434:${port}/`,
  `http://0x7f000002:${port}/`,
  `http://0x7f.0.0.2:${port}/`,
  `http://0177.0.0.2:${port}/`,
  `http://127.0.0.2.:${port}/`,
  `http://①②⑦.⓪.⓪.②:${port}/`,
  `http://%31%32%37.0.0.2:${port}/`,
  `http://0:${port}/`,
  `http://[::1]:${port}/`,
  `http://[0:0:0:0:0:0:0:1]:${port}/`,
  `http://[::ffff:127.0.0.2]:${port}/`,
  `http://[::ffff:7f00:2]:${port}/`,
  `http://[::7f00:2]:${port}/`,
  `http://[64:ff9b::127.0.0.2]:${port}/`,
  `http://[64:ff9b:1::7f00:2]:${port}/`,
  `http://[fe80::5efe:127.0.0.2]:${port}/`,
  `http://[2002:7f00:2::]:${port}/`,
  `http://localhost:${port}/`,
  `http://localhost.:${port}/`,
  `http://a.localhost:${port}/`,
  `http://ip6-localhost:${port}/`,
  "http://169.254.169.254/latest/meta-data/",
  "http://metadata.google.internal/",
];
const forbiddenNames = () =>
  ["loop", "loop6", "mapped", "nat64", "isatap", "compatible", "zero", "mixed", "mixed6", "metadata"].map(
    (name) => `http://${name}.example.com:${port}/`,
  );

describe("a forbidden address is not reached", () => {
  test("at registration: every spelling and every name of it is refused with egress_refused", async () => {
    const tenant = service.newTenant();
    for (const url of [...literals(), ...forbiddenNames()]) {
      const answer = await post<{ error: string; detail: string }>(tenant, "/endpoints", { url });
      expect([url, answer.status, answer.body.error]).toEqual([url, 422, "egress_refused"]);
      expect(answer.body.detail).not.toMatch(/127|::1|loopback/);
    }
    expect(connections).toBe(0);
  });

  test("when the URL is changed in the database: the attempt ends as egress_refused", async () => {
    const receiver = await startReceiver();
    const urls = [
      ...literals(),
      ...forbiddenNames(),
      `https://127.0.0.2:${port}/`,
      `https://[::1]:${port}/`,
      "gopher://127.0.0.2/",
      // Registration refuses all of them in each run, with the same rules.
    ].filter((_, index) => isLongRun || index % 5 === 0);
    const attempt = async (url: string) => {
      const tenant = service.newTenant();
      const { _id: endpointId } = await registerEndpoint(tenant, { url: receiver.url });
      await tenant.scope().collection<Endpoint>("endpoints").updateOne({ _id: endpointId }, { $set: { url } });
      const { body } = await post<LogEntry>(tenant, `/endpoints/${endpointId}/ping`);
      return (await waitForAttempt(tenant, body.traceId)).attempts[0]?.error;
    };
    const errors: (string | undefined)[] = [];
    // In groups: with all at once, a busy machine would not answer each request in time.
    for (let first = 0; first < urls.length; first += 8)
      errors.push(...(await Promise.all(urls.slice(first, first + 8).map(attempt))));
    expect(urls.map((url, index) => [url, errors[index]])).toEqual(urls.map((url) => [url, "egress_refused"]));
    expect(receiver.requests).toEqual([]);
    expect(connections).toBe(0);
    await receiver.close();
  });

  test("by DNS rebinding: a name that was allowed at registration is refused on the attempt", async () => {
    isRebound = false;
    const tenant = service.newTenant();
    const urls = ["rebind", "rebind6"].map((name) => `http://${name}.example.com:${port}/`);
    const endpoints = await Promise.all(urls.map((url) => registerEndpoint(tenant, { url })));
    isRebound = true;
    for (const { _id: endpointId } of endpoints) {
      const { body } = await post<LogEntry>(tenant, `/endpoints/${endpointId}/ping`);
      expect((await waitForAttempt(tenant, body.traceId)).attempts[0]?.error).toBe("egress_refused");
    }
    expect(connections).toBe(0);
  });

  test("between look-up and connection: a name is resolved once per connection, and the checked address is the one used", async () => {
    const receiver = await startReceiver();
    const egress = createEgressClient({
      allowHttp: true,
      allowed: parseCidrs("127.0.0.1/32"),
      timeoutMs: 30_000,
      dnsServers: [names.address],
    });
    expect(await egress.post(`http://flicker.example.com:${receiver.port}/`, {}, Buffer.from("{}"))).toEqual({
      code: 204,
    });
    // Attempts of earlier tests still resolve their names.
    const questions = names.questions.filter((question) => question.includes("flicker"));
    expect(questions.toSorted()).toEqual(["A flicker.example.com", "AAAA flicker.example.com"]);
    expect(receiver.requests[0]?.headers.host).toBe(`flicker.example.com:${receiver.port}`);
    await egress.close();
    await receiver.close();
  });

  test("by a redirect: metadata addresses and forbidden servers get no request", async () => {
    for (const location of [
      `http://127.0.0.2:${port}/`,
      `http://[::1]:${port}/`,
      "http://169.254.169.254/latest/meta-data/",
    ]) {
      const receiver = await startReceiver(() => ({ status: 307, headers: { location } }));
      const egress = createEgressClient({ allowHttp: true, allowed: parseCidrs("127.0.0.1/32"), timeoutMs: 30_000 });
      expect(await egress.post(receiver.url, {}, Buffer.from("{}"))).toEqual({ code: 307 });
      expect(receiver.requests).toHaveLength(1);
      await egress.close();
      await receiver.close();
    }
    expect(connections).toBe(0);
  });

  test("without the development settings that allow it", async () => {
    const receiver = await startReceiver();
    const egress = createEgressClient({ allowHttp: true, allowed: [], timeoutMs: 30_000 });
    expect(await egress.post(receiver.url, {}, Buffer.from("{}"))).toEqual({ error: "egress_refused" });
    expect(receiver.requests).toEqual([]);
    await egress.close();
    await receiver.close();
  });

  test("and the servers on forbidden addresses do count connections", async () => {
    const egress = createEgressClient({
      allowHttp: true,
      allowed: parseCidrs("127.0.0.2/32,::1/128"),
      timeoutMs: 30_000,
    });
    const before = connections;
    await egress.post(`http://127.0.0.2:${port}/`, {}, Buffer.from("{}"));
    await egress.post(`http://[::1]:${port}/`, {}, Buffer.from("{}"));
    expect(connections).toBe(before + 2);
    connections = before;
    await egress.close();
  });
});

describe("production", () => {
  const given = {
    ...testSettings,
    MONGODB_URL: "mongodb://x",
    NATS_URL: "nats://x",
    CALL_CONTEXT_PUBLIC_KEYS: "gateway:x",
    NODE_ENV: "production",
  };

  test("refuses to start with a development setting, and names it", () => {
    const parsed = config.safeParse(given);
    expect(parsed.error?.issues.map(({ path }) => path.join("."))).toEqual([
      "WEBHOOK_ALLOW_HTTP",
      "WEBHOOK_EGRESS_ALLOW",
    ]);
  });

  test("starts with them only when a second setting allows it", () => {
    expect(config.safeParse({ ...given, WEBHOOK_ALLOW_UNSAFE_IN_PRODUCTION: "true" }).success).toBe(true);
    expect(config.safeParse({ ...given, WEBHOOK_ALLOW_HTTP: "false", WEBHOOK_EGRESS_ALLOW: "" }).success).toBe(true);
  });
});
