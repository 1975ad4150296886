import { createServer as createHttpServer } from "node:http";
import { createServer as createTcpServer } from "node:net";

/**
 * Counts accepted requests by webhook-id.
 * @param reply `async () => status`
 */
export async function startReceiver(reply = async () => 204) {
  const accepted = new Map();
  let inFlight = 0;
  const server = createHttpServer((request, response) => {
    inFlight += 1;
    response.on("close", () => (inFlight -= 1));
    request.resume();
    request.on("end", () => void answer(request, response));
  });
  async function answer(request, response) {
    const id = request.headers["webhook-id"];
    const status = await reply();
    if (status >= 200 && status < 300) accepted.set(id, (accepted.get(id) ?? 0) + 1);
    response.writeHead(status).end();
  }
  return {
    url: await listen(server),
    /** webhook-id → how often it was accepted. */
    accepted,
    countInFlight: () => inFlight,
    countDuplicates: () => [...accepted.values()].reduce((sum, count) => sum + count - 1, 0),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A server that calls `onRequest` with the socket of each connection once it received data. */
export async function startTcpReceiver(onRequest) {
  const server = createTcpServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => onRequest(socket));
  });
  return { url: await listen(server), close: () => server.close() };
}

async function listen(server) {
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${server.address().port}/`;
}
