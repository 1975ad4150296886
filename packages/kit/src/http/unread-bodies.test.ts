import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listSourceFiles } from "../testing/source-files.js";
import { readBeforeClosing } from "./unread-bodies.js";
import { sendWithoutReading } from "./unread-bodies.testing.js";

// A server that answers before it has read anything, and closes the connection.
let server: Server;
let port: number;
const bodyBytes = 11_000_000;
const body = Buffer.alloc(bodyBytes, "x");

beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = () => response.writeHead(401, { connection: "close" }).end("who are you?");
    if (request.url === "/passed-on") void takeAsUndici(request).then(answer);
    else answer();
  });
  readBeforeClosing(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What `undici` leaves of a request whose body it passes on to a service that answers before it reads: paused, without its socket, and destroyed. */
async function takeAsUndici(request: IncomingMessage): Promise<void> {
  const { socket } = request;
  request.once("data", () => request.pause());
  while (!socket.isPaused()) await setImmediate();
  Object.assign(request, { socket: null });
  request.destroy();
}

const head = (length: string) => `POST /files HTTP/1.1\r\nhost: x\r\n${length}\r\n\r\n`;

test.each([
  ["with Content-Length", [head(`content-length: ${bodyBytes}`), body]],
  ["in chunks", [head("transfer-encoding: chunked"), `${bodyBytes.toString(16)}\r\n`, body, "\r\n0\r\n\r\n"]],
  ["that never ends", [head(`content-length: ${bodyBytes + 1}`), body]],
] as [string, (string | Buffer)[]][])(
  "the answer to a body of 11 MB %s reaches a client that reads after it has written",
  async (_name, parts) => {
    expect(await sendWithoutReading(port, ...parts)).toMatch(/^HTTP\/1\.1 401 .*who are you\?/s);
  },
);

test("so does the answer to a body that was being passed on", async () => {
  const passedOn = head(`content-length: ${bodyBytes}`).replace("/files", "/passed-on");
  expect(await sendWithoutReading(port, passedOn, body)).toMatch(/^HTTP\/1.1 401 .*who are you\?/s);
});

test("a client that sends more than 16 MiB after the answer is cut off", async () => {
  const endless = Array.from({ length: 10 }, () => body);
  await expect(sendWithoutReading(port, head("content-length: 1000000000"), ...endless)).rejects.toThrow(
    /ECONNRESET|EPIPE/,
  );
});

test("the answer reaches fetch", async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/files`, { method: "POST", body });
  expect([answer.status, await answer.text()]).toEqual([401, "who are you?"]);
});

const python = `
import http.client, sys
connection = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]))
connection.request("POST", "/files", b"x" * ${bodyBytes})
answer = connection.getresponse()
print(answer.status, answer.read().decode())
`;

test.skipIf(spawnSync("python3", ["--version"]).status !== 0)("the answer reaches Python's http.client", async () => {
  const { stdout } = await promisify(execFile)("python3", ["-c", python, String(port)]);
  expect(stdout.trim()).toBe("401 who are you?");
});

test("every HTTP server of the project does so", () => {
  const servers = listSourceFiles().filter(({ text }) => /\bFastify\(|createServer.* from "node:http"/.test(text));
  expect(servers.length).toBeGreaterThan(2);
  expect(servers.filter(({ text }) => !text.includes("readBeforeClosing(")).map(({ path }) => path)).toEqual([]);
});
