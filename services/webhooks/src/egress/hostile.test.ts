import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type Details,
  get,
  listenRaw,
  type LogEntry,
  post,
  register,
  startReceiver,
  startWebhooks,
  type WebhookService,
} from "../testing.js";

// `npm run chaos -- webhooks` does the same with the real limit of 15 s.
const limitMs = 1500;
const overtimeMs = 1000;
let service: WebhookService;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  service = await startWebhooks({ WEBHOOK_ATTEMPT_MS: String(limitMs), WEBHOOK_RETRY_SCHEDULE: "1h" });
  closing.push(() => service.close());
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

const head = (...lines: string[]) => `${["HTTP/1.1 200 OK", ...lines].join("\r\n")}\r\n\r\n`;

function everyMs(socket: Socket, ms: number, write: () => void): void {
  const timer = setInterval(write, ms);
  socket.on("close", () => clearInterval(timer));
}

function pourForEver(socket: Socket): void {
  const chunk = Buffer.alloc(64 * 1024);
  const pour = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", pour);
  pour();
}

// Made before the clock runs: it takes its time.
const bomb = gzipSync(Buffer.alloc(100_000_000), { level: 1 });

const onRequest = (answer: (socket: Socket) => void) => (socket: Socket) => socket.once("data", () => answer(socket));

// What it does, how it does it, and how the attempt ends.
const hostile: [string, (socket: Socket) => void, object][] = [
  ["is silent", () => undefined, { error: "timeout" }],
  ["takes the request and is silent", onRequest(() => undefined), { error: "timeout" }],
  [
    "drips its headers without end",
    onRequest((socket) => (socket.write("HTTP/1.1 200 OK\r\n"), everyMs(socket, 50, () => socket.write("X-A: b\r\n")))),
    { error: "timeout" },
  ],
  [
    "drips its body without end",
    onRequest(
      (socket) => (
        socket.write(head("Transfer-Encoding: chunked")),
        everyMs(socket, 50, () => socket.write("1\r\nx\r\n"))
      ),
    ),
    { code: 200 },
  ],
  [
    "sends 5 GB",
    onRequest((socket) => (socket.write(head("Content-Length: 5000000000")), pourForEver(socket))),
    { code: 200 },
  ],
  [
    "sends a gzip bomb",
    onRequest((socket) => {
      socket.write(head("Content-Encoding: gzip", `Content-Length: ${bomb.length}`));
      socket.write(bomb);
    }),
    { code: 200 },
  ],
  [
    "resets after its headers",
    onRequest((socket) => socket.write(head("Content-Length: 10"), () => socket.resetAndDestroy())),
    { code: 200 },
  ],
  ["resets instead of answering", onRequest((socket) => socket.resetAndDestroy()), { error: "reset" }],
  ["closes instead of answering", onRequest((socket) => socket.end()), { error: "reset" }],
  [
    "sends 64 KiB of headers",
    onRequest((socket) => socket.write(head(`X-Long: ${"x".repeat(65_536)}`))),
    { error: "bad_answer" },
  ],
  [
    "answers something that is not HTTP",
    onRequest((socket) => socket.end("SSH-2.0-OpenSSH_9.9\r\n")),
    { error: "bad_answer" },
  ],
  [
    "promises to continue and leaves",
    onRequest((socket) => socket.end("HTTP/1.1 100 Continue\r\n\r\n")),
    { error: "reset" },
  ],
  [
    "switches protocols",
    onRequest((socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"),
    ),
    { error: "reset" },
  ],
];

describe("a receiver that is hostile", () => {
  test("ends every attempt in time, costs no memory and delays nobody else", async () => {
    const tenant = service.newTenant();
    const traces: { endpointId: string }[] = [];
    for (const [, onSocket] of hostile) {
      const server = await listenRaw(onSocket);
      closing.push(() => server.close());
      traces.push(await register(tenant, { url: server.url }));
    }
    const [friend, good] = [service.newTenant(), await startReceiver()];
    closing.push(() => good.close());
    const { endpointId: friendly } = await register(friend, { url: good.url });

    const before = memory();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, memory())), 20);
    const pinged = await Promise.all(
      traces.map(({ endpointId }) => post<LogEntry>(tenant, `/endpoints/${endpointId}/ping`)),
    );
    const begun = Date.now();
    await post(friend, `/endpoints/${friendly}/ping`);
    await eventually(() => expect(good.requests).toHaveLength(1));
    const delayMs = Date.now() - begun;

    const seen = await Promise.all(
      pinged.map(({ body }) =>
        eventually(async () => {
          const { attempts } = await get<Details>(tenant, `/${body.traceId}`);
          if (!attempts[0]) throw new Error("not tried yet");
          return attempts[0];
        }),
      ),
    );
    clearInterval(watch);
    const ended = seen.map(({ code, error }) => (code === undefined ? { error } : { code }));
    expect(hostile.map(([does], index) => [does, ended[index]])).toEqual(
      hostile.map(([does, , outcome]) => [does, outcome]),
    );
    expect(Math.max(...seen.map(({ ms }) => ms))).toBeLessThan(limitMs + overtimeMs);
    expect(most - before).toBeLessThan(50 * 1024 * 1024);
    expect(delayMs).toBeLessThan(2000);
  });

  test("that speaks no TLS, or none that can be believed, is not sent anything", async () => {
    const tenant = service.newTenant();
    let heard = "";
    const server = await listenRaw(onRequest((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n")));
    const plain = await listenRaw((socket) => socket.on("data", (data) => (heard += data.toString("latin1"))));
    closing.push(
      () => server.close(),
      () => plain.close(),
    );
    const { endpointId } = await register(tenant, { url: server.url.replace("http:", "https:") });
    const { body } = await post<LogEntry>(tenant, `/endpoints/${endpointId}/ping`);
    await eventually(async () =>
      expect((await get<Details>(tenant, `/${body.traceId}`)).attempts[0]?.error).toBe("tls"),
    );
    const silent = await register(tenant, { url: plain.url.replace("http:", "https:") });
    const second = await post<LogEntry>(tenant, `/endpoints/${silent.endpointId}/ping`);
    await eventually(async () =>
      expect((await get<Details>(tenant, `/${second.body.traceId}`)).attempts[0]?.error).toBe("timeout"),
    );
    expect(heard).not.toContain("webhook");
  });
});

function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
