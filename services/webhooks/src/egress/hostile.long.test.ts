import type { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  startTcpServer,
  type LogEntry,
  post,
  registerEndpoint,
  startReceiver,
  startWebhooks,
  waitForAttempt,
  type WebhookService,
} from "../testing.js";

// `npm run chaos -- webhooks` does the same with the real limit of 15 s and checks that attempts end in time.
// Long enough that a receiver that answers does so in time on a busy machine.
const timeoutMs = 5000;
let service: WebhookService;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  service = await startWebhooks({ WEBHOOK_ATTEMPT_MS: String(timeoutMs), WEBHOOK_RETRY_SCHEDULE: "1h" });
  closing.push(() => service.close());
});
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

const growthMax = 50 * 1024 * 1024;
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const head = (...lines: string[]) => `${["HTTP/1.1 200 OK", ...lines].join("\r\n")}\r\n\r\n`;

function everyMs(socket: Socket, ms: number, write: () => void): void {
  const timer = setInterval(write, ms);
  socket.on("close", () => clearInterval(timer));
}

function writeForEver(socket: Socket): void {
  const chunk = Buffer.alloc(64 * 1024);
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", write);
  write();
}

// Created before the first attempt, because compressing takes long.
const bomb = gzipSync(Buffer.alloc(100_000_000), { level: 1 });

const onRequest = (answer: (socket: Socket) => void) => (socket: Socket) => socket.once("data", () => answer(socket));

// The behaviour of the receiver, and the result of the attempt.
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
    onRequest((socket) => (socket.write(head("Content-Length: 5000000000")), writeForEver(socket))),
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

describe("a hostile receiver", () => {
  test("cannot keep an attempt running without end, fill the memory or stop deliveries to others", async () => {
    const tenant = service.newTenant();
    const traces: { _id: string }[] = [];
    for (const [, onSocket] of hostile) {
      const server = await startTcpServer(onSocket);
      closing.push(() => server.close());
      traces.push(await registerEndpoint(tenant, { url: server.url }));
    }
    const [otherTenant, good] = [service.newTenant(), await startReceiver()];
    closing.push(() => good.close());
    const { _id: otherId } = await registerEndpoint(otherTenant, { url: good.url });

    const before = readMemoryBytes();
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, readMemoryBytes(before + growthMax))), 20);
    const pinged = await Promise.all(traces.map(({ _id }) => post<LogEntry>(tenant, `/endpoints/${_id}/ping`)));
    await post(otherTenant, `/endpoints/${otherId}/ping`);
    await eventually(() => expect(good.requests).toHaveLength(1));

    const ends = await Promise.all(pinged.map(({ body }) => waitForAttempt(tenant, body.traceId)));
    clearInterval(watch);
    const results = ends.map(({ attempts: [first] }) =>
      first?.code === undefined ? { error: first?.error } : { code: first.code },
    );
    expect(hostile.map(([behaviour], index) => [behaviour, results[index]])).toEqual(
      hostile.map(([behaviour, , result]) => [behaviour, result]),
    );
    expect(peak - before).toBeLessThan(growthMax);
  });

  test("that does not speak TLS gets no request", async () => {
    const tenant = service.newTenant();
    let received = "";
    const server = await startTcpServer(onRequest((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n")));
    const plain = await startTcpServer((socket) => socket.on("data", (data) => (received += data.toString("latin1"))));
    closing.push(
      () => server.close(),
      () => plain.close(),
    );
    const { _id: endpointId } = await registerEndpoint(tenant, { url: server.url.replace("http:", "https:") });
    const { body } = await post<LogEntry>(tenant, `/endpoints/${endpointId}/ping`);
    expect((await waitForAttempt(tenant, body.traceId)).attempts[0]?.error).toBe("tls");
    const silent = await registerEndpoint(tenant, { url: plain.url.replace("http:", "https:") });
    const second = await post<LogEntry>(tenant, `/endpoints/${silent._id}/ping`);
    expect((await waitForAttempt(tenant, second.body.traceId)).attempts[0]?.error).toBe("timeout");
    expect(received).not.toContain("webhook");
  });
});

/** @param suspicious above this value garbage is collected first, because otherwise the result depends on when V8 collects it */
function readMemoryBytes(suspicious = 0): number {
  const read = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  if (read() > suspicious) collectGarbage();
  return read();
}
