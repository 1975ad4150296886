import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A span as a process exported it. */
export interface ExportedSpan {
  /** The process: `service.name` of its resource. */
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, unknown>;
  isError: boolean;
}

export interface Collector {
  url: string;
  spans: ExportedSpan[];
  close(): Promise<void>;
}

export const spanKinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };

interface Exported {
  resourceSpans: { resource: { attributes: Pair[] }; scopeSpans: { spans: RawSpan[] }[] }[];
}
interface Pair {
  key: string;
  value: Record<string, unknown>;
}
interface RawSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Pair[];
  status: { code: number };
}

/** An OTLP/HTTP receiver in this process. */
export async function startCollector(): Promise<Collector> {
  const spans: ExportedSpan[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      if (request.url === "/v1/traces") spans.push(...toSpans(JSON.parse(body) as Exported));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  const url = await listen(server);
  return { url, spans, close: () => close(server) };
}

export interface Receiver {
  url: string;
  requests: string[];
  close(): Promise<void>;
}

/** A webhook receiver of a tenant. It accepts every request. */
export async function startReceiver(): Promise<Receiver> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      requests.push(body);
      response.writeHead(204).end();
    });
  });
  const url = await listen(server);
  return { url, requests, close: () => close(server) };
}

function toSpans({ resourceSpans }: Exported): ExportedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, kind, traceId, spanId, parentSpanId, attributes, status }) => ({
        service: String(toRecord(resource.attributes)["service.name"]),
        name,
        kind,
        traceId,
        spanId,
        parentSpanId,
        attributes: toRecord(attributes),
        isError: status.code === 2,
      })),
    ),
  );
}

function toRecord(pairs: Pair[]): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
