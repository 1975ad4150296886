import { randomBytes } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import { eventually, startTestService, type TestService, type TestTenant } from "@tenant-ops/kit/testing";
import { SpinCompletedSchema } from "@tenant-ops/proto/roulettes";
import type { WebhooksService } from "@tenant-ops/proto/webhooks";
import ipaddr from "ipaddr.js";
import { Webhook } from "standardwebhooks";
import type { config } from "./config.js";
import type { toDetails, toLogEntry } from "./deliveries/deliveries.store.js";
import type { toEndpointAnswer } from "./endpoints/endpoints.rules.js";
import { webhooks } from "./webhooks.js";

export type WebhookService = TestService<typeof WebhooksService, typeof config>;
export type Tenant = TestTenant<typeof WebhooksService>;
export type LogEntry = ReturnType<typeof toLogEntry>;
export type Details = ReturnType<typeof toDetails>;
export type EndpointAnswer = ReturnType<typeof toEndpointAnswer> & { secret: string };

export const testSettings = {
  WEBHOOK_SECRET_KEY: randomBytes(32).toString("base64url"),
  WEBHOOK_RETRY_SCHEDULE: "40ms,40ms,40ms,40ms",
  WEBHOOK_ALLOW_HTTP: "true",
  WEBHOOK_EGRESS_ALLOW: "127.0.0.1/32",
};

/** The service as `npm start` runs it, with receivers on 127.0.0.1 and pauses of milliseconds. */
export function startWebhooks(settings: Record<string, string> = {}): Promise<WebhookService> {
  // The shared broker holds what every other test announced; only what comes from now on matters here.
  const since = new Date(Date.now() - 1000).toISOString();
  return startTestService(webhooks, { ...testSettings, WEBHOOK_EVENTS_SINCE: since, ...settings });
}

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

export interface Receiver {
  url: string;
  port: number;
  requests: Received[];
  /** Throws unless the request is one that the official library accepts. */
  verify(request: Received | undefined, secret: string): { id: string; type: string; data: Record<string, unknown> };
  close(): Promise<void>;
}

export type Answer = (
  request: Received,
  count: number,
) => number | { status: number; headers?: Record<string, string>; body?: string };

/** A tenant's server on loopback. */
export async function startReceiver(answer: Answer = () => 204, host = "127.0.0.1"): Promise<Receiver> {
  const requests: Received[] = [];
  const server = await listenHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const received = { headers: request.headers, body: Buffer.concat(chunks).toString("utf8"), at: Date.now() };
      requests.push(received);
      const given = answer(received, requests.length);
      const { status, headers = {}, body = "" } = typeof given === "number" ? { status: given } : given;
      response.writeHead(status, headers).end(body);
    });
  }, host);
  return {
    ...server,
    requests,
    verify(request, secret) {
      if (!request) throw new Error("no such request");
      return new Webhook(secret).verify(request.body, request.headers as Record<string, string>) as ReturnType<
        Receiver["verify"]
      >;
    },
  };
}

export async function listenHttp(listener: RequestListener, host = "127.0.0.1") {
  return listening(createHttpServer(listener), host);
}

/** A server that speaks whatever `onSocket` does. */
export async function listenRaw(onSocket: (socket: Socket) => void, host = "127.0.0.1", port = 0) {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    onSocket(socket);
  });
  return listening(server, host, port);
}

export async function listening(server: Server, host: string, givenPort = 0) {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(givenPort, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const authority = host.includes(":") ? `[${host}]` : host;
  return {
    port,
    url: `http://${authority}:${port}/hook`,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

export async function register(tenant: Tenant, given: Record<string, unknown>): Promise<EndpointAnswer> {
  const response = await tenant.http("POST", "/v1/public/webhooks/endpoints", { body: given });
  const body = (await response.json()) as EndpointAnswer;
  if (response.status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

export async function post<T>(
  tenant: Tenant,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: T }> {
  const response = await tenant.http("POST", `/v1/public/webhooks${path}`, {
    ...(body !== undefined && { body }),
    headers,
  });
  return { status: response.status, body: (await response.json()) as T };
}

export async function get<T>(tenant: Tenant, path = ""): Promise<T> {
  const response = await tenant.http("GET", `/v1/public/webhooks${path}`);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

export const logOf = (tenant: Tenant): Promise<LogEntry[]> => get<LogEntry[]>(tenant);

/** The log as soon as it holds so many entries and none is pending. */
export function settledLog(tenant: Tenant, length: number, withinMs = 8000): Promise<LogEntry[]> {
  return eventually(async () => {
    const log = await logOf(tenant);
    if (log.length < length || log.some(({ status }) => status === "pending"))
      throw new Error(`not settled: ${JSON.stringify(log)}`);
    return log;
  }, withinMs);
}

/** Announces something in the tenant's name, as its vertical would: through an outbox and JetStream. */
export function announce<Schema extends DescMessage>(
  service: WebhookService,
  tenant: Tenant,
  schema: Schema,
  event: MessageInitShape<Schema>,
): Promise<void> {
  return service.running.context.db.transaction(tenant.call(), (scope) => scope.publish(schema, event));
}

export function spin(service: WebhookService, tenant: Tenant, spinId = "spn_1"): Promise<void> {
  return announce(service, tenant, SpinCompletedSchema, {
    spinId,
    rouletteId: "rou_1",
    userId: "user-1",
    result: "won",
    giftIndex: 0,
    typeOfGift: "Points",
    prizeId: "prz_1",
  });
}

/** Many spins in one transaction. */
export function spins(service: WebhookService, tenant: Tenant, count: number): Promise<void> {
  return service.running.context.db.transaction(tenant.call(), async (scope) => {
    for (let index = 0; index < count; index += 1) {
      await scope.publish(SpinCompletedSchema, {
        spinId: `spn_${index}`,
        rouletteId: "rou_1",
        userId: "u",
        result: "lost",
        giftIndex: 0,
        typeOfGift: "Perder",
      });
    }
  });
}

export interface NameServer {
  address: string;
  /** Names that were asked for, in order, such as `A shop.example.com`. */
  asked: string[];
  close(): Promise<void>;
}

/**
 * A name server for tests. Each question gets what `answer` says, so a name may change its mind between two of them.
 * @param answer IPv4 and IPv6 addresses; only those of the asked type are sent
 */
export async function startNameServer(answer: (name: string, count: number) => string[]): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  const counts = new Map<string, number>();
  socket.on("message", (query, from) => {
    const { name, type, end } = readQuestion(query);
    const key = `${type === 28 ? "AAAA" : "A"} ${name}`;
    asked.push(key);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const addresses = answer(name, count).map((address) => ipaddr.parse(address).toByteArray());
    const records = addresses.filter((bytes) => bytes.length === (type === 28 ? 16 : 4));
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(records.length, 6);
    header.fill(0, 8, 12);
    // Name (a pointer to the question), type, class IN, TTL 0, length, address.
    const rows = records.map((bytes) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]));
    socket.send(Buffer.concat([header, query.subarray(12, end), ...rows]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("ascii", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}
