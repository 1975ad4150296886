import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { Webhook } from "standardwebhooks";

export interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

export interface Receiver {
  url: string;
  port: number;
  requests: ReceivedRequest[];
  /** Throws unless the official library accepts the request. */
  verify(
    request: ReceivedRequest | undefined,
    secret: string,
  ): { id: string; type: string; data: Record<string, unknown> };
  close(): Promise<void>;
}

export type ReceiverReply = (
  request: ReceivedRequest,
  count: number,
) => number | { status: number; headers?: Record<string, string>; body?: string };

/** A tenant's server on loopback. */
export async function startReceiver(reply: ReceiverReply = () => 204, host = "127.0.0.1"): Promise<Receiver> {
  const requests: ReceivedRequest[] = [];
  const server = await startHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const received = { headers: request.headers, body: Buffer.concat(chunks).toString("utf8"), at: Date.now() };
      requests.push(received);
      const given = reply(received, requests.length);
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

/** A tenant's server that keeps every request waiting. `answers` has one function per request, which answers it. */
export async function startHoldingReceiver() {
  const answers: (() => void)[] = [];
  const server = await startHttpServer((request, response) => {
    request.resume();
    answers.push(() => response.writeHead(204).end());
  });
  return { ...server, answers };
}

export async function startHttpServer(listener: RequestListener, host = "127.0.0.1") {
  return startServer(createHttpServer(listener), host);
}

export async function startTcpServer(onSocket: (socket: Socket) => void, host = "127.0.0.1", port = 0) {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    onSocket(socket);
  });
  return startServer(server, host, port);
}

export async function startServer(server: Server, host: string, givenPort = 0) {
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
