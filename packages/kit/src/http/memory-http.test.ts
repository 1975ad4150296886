import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Agent, request } from "undici";
import { afterEach, expect, test } from "vitest";
import { createMemoryHttp, toMemoryUrl } from "./memory-http.js";

const agents: Agent[] = [];
afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.destroy();
});

function serve(listener: RequestListener): { url: string; dispatcher: Agent; server: Server; close: () => void } {
  const http = createMemoryHttp();
  const server = createServer(listener);
  const dispatcher = new Agent({ connections: 4, connect: http.connect });
  agents.push(dispatcher);
  return { url: toMemoryUrl("supply"), dispatcher, server, close: http.add("supply", server) };
}

test("a request and its reply pass with status, headers and body, and no port is open", async () => {
  const { url, dispatcher, server } = serve((incoming, reply) => {
    void text(incoming).then((body) => reply.writeHead(201, { "x-path": incoming.url }).end(body.toUpperCase()));
  });
  const answer = await request(`${url}/things?a=1`, { method: "POST", body: "text", dispatcher });
  expect(answer.statusCode).toBe(201);
  expect(answer.headers["x-path"]).toBe("/things?a=1");
  expect(await answer.body.text()).toBe("TEXT");
  expect(server.listening).toBe(false);
});

test("a body is passed on while it arrives, and not faster than it is read", async () => {
  const chunk = Buffer.alloc(64 * 1024);
  const chunksMax = 400;
  let sent = 0;
  let arrived: PassThrough | undefined;
  const { url, dispatcher } = serve((incoming, reply) => {
    arrived = incoming.pipe(new PassThrough());
    arrived.once("end", () => reply.end("done"));
  });
  const body = Readable.from(
    (function* () {
      for (; sent < chunksMax; sent += 1) yield chunk;
    })(),
  );
  const answering = request(url, { method: "POST", body, dispatcher });
  await expect.poll(() => arrived?.readableLength ?? 0).toBeGreaterThan(0);
  // Nobody reads: the streams between both sides hold a few chunks and the sender waits.
  expect(sent).toBeLessThan(chunksMax / 4);
  arrived?.resume();
  expect(await (await answering).body.text()).toBe("done");
  expect(sent).toBe(chunksMax);
});

test("a caller that gives up ends the request at the server", async () => {
  const abort = new AbortController();
  const closed = new Promise<boolean>((resolve) => {
    const { url, dispatcher } = serve((_incoming, reply) => {
      reply.once("close", () => resolve(reply.writableFinished));
      abort.abort();
    });
    request(url, { dispatcher, signal: abort.signal }).catch(() => undefined);
  });
  expect(await closed).toBe(false);
});

test("a server that breaks the connection fails the request of the caller as over a socket", async () => {
  const { url, dispatcher } = serve((incoming) => void incoming.socket.destroy());
  await expect(request(url, { dispatcher })).rejects.toMatchObject({ code: "UND_ERR_SOCKET" });
});

test("a service that has not started, or stops, refuses connections as a closed port does", async () => {
  const { url, dispatcher, close } = serve((_incoming, reply) => void reply.end());
  await expect(request("http://flows", { dispatcher })).rejects.toMatchObject({ code: "ECONNREFUSED" });
  close();
  await expect(request(url, { dispatcher })).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("a reply that ends with its connection arrives whole", async () => {
  const body = "x".repeat(1_000_000);
  const { url, dispatcher, server } = serve(
    (_incoming, reply) => void reply.setHeader("connection", "close").end(body),
  );
  const connected = once(server, "connection");
  const answer = await request(url, { dispatcher });
  expect((await answer.body.text()).length).toBe(body.length);
  const [socket] = (await connected) as [Readable];
  await expect.poll(() => socket.destroyed).toBe(true);
});
