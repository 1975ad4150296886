import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "./client.js";
import type { ClientOptions } from "./call.types.js";

export interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** The behaviour of the server for one request. `write` stores the record of its key and returns it, as the real server does. */
export type Behaviour = (answer: {
  request: SeenRequest;
  response: ServerResponse;
  write: () => { record: object; replayed: boolean };
}) => void;

export interface FaultServer {
  url: string;
  requests: SeenRequest[];
  /** How many records were written. */
  readonly written: number;
  /** One behaviour per request; the last one stays. */
  plan(...behaviours: Behaviour[]): void;
  connect(options?: Partial<ClientOptions>): ReturnType<typeof createClient>;
  close(): Promise<void>;
}

/** A real HTTP server whose failures the test chooses. */
export async function startFaultServer(): Promise<FaultServer> {
  const requests: SeenRequest[] = [];
  const records = new Map<string, object>();
  let planned: Behaviour[] = [];
  const server: Server = createServer((incoming, response) => {
    let body = "";
    incoming.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    incoming.on("end", () => {
      const { method = "", url = "", headers } = incoming;
      const request = { method, url, headers, body };
      requests.push(request);
      const write = () => {
        const key = String(headers["idempotency-key"]);
        const stored = records.get(key);
        const record = stored ?? { _id: `stk_${records.size + 1}`, ...(JSON.parse(body) as object) };
        records.set(key, record);
        return { record, replayed: stored !== undefined };
      };
      const [behaviour = answerWrite, ...later] = planned;
      if (later.length > 0) planned = later;
      behaviour({ request, response, write });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    get written() {
      return records.size;
    },
    plan: (...behaviours) => (planned = behaviours),
    connect: (options) => createClient({ baseUrl: url, apiKey: testKey, businessId: "biz_1", ...options }),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export const testKey = "svc_live_secret0123456789";

export const answerWrite: Behaviour = ({ response, write }) => {
  const { record, replayed } = write();
  sendJson(response, 201, record, replayed ? { "idempotent-replayed": "true" } : {});
};

export const cutBeforeWrite: Behaviour = ({ response }) => void response.destroy();

export const cutAfterWrite: Behaviour = ({ response, write }) => {
  write();
  response.destroy();
};

/** The connection breaks in the middle of the answer. */
export const cutInAnswer: Behaviour = ({ response, write }) => {
  const text = JSON.stringify(write().record);
  response.writeHead(201, { "content-type": "application/json", "content-length": text.length });
  response.write(text.slice(0, 5), () => response.destroy());
};

/** The write happens, but no answer is sent. */
export const neverAnswer: Behaviour = ({ write }) => void write();

export function refuse(status: number, error: string, headers: Record<string, string> = {}): Behaviour {
  return ({ response }) =>
    sendJson(response, status, { error, detail: `Says ${error}.`, request_id: "req_server1" }, headers);
}

export function answerHtml(status: number, headers: Record<string, string> = {}): Behaviour {
  return ({ response }) => {
    response.writeHead(status, { "content-type": "text/html", ...headers });
    response.end("<html><h1>A proxy</h1></html>");
  };
}

export function answerJson(body: unknown, headers: Record<string, string> = {}): Behaviour {
  return ({ response }) => sendJson(response, 200, body, headers);
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string>): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
