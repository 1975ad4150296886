import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEgressClient, createEgressFetch, type EgressClient, parseCidrs } from "./index.js";

const answers: Record<string, (response: ServerResponse) => void> = {
  "/document": (response) => response.writeHead(200, { "content-type": "application/json" }).end('{"a":1}'),
  "/redirect": (response) => response.writeHead(302, { location: "/document" }).end(),
  "/long": (response) => response.end("x".repeat(5000)),
  "/endless": (response) => response.write("x"),
};

let server: Server;
let url: string;
let client: EgressClient;
const received: { method?: string; type?: string; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
    request.on("end", () => {
      const { method, headers } = request;
      received.push({
        body,
        ...(method && { method }),
        ...(headers["content-type"] && { type: headers["content-type"] }),
      });
      (answers[request.url ?? ""] ?? ((missing) => missing.writeHead(404).end()))(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  client = createEgressClient({ allowHttp: true, allowed: parseCidrs("127.0.0.1/32"), timeoutMs: 1000 });
});
afterAll(async () => {
  await client.close();
  server.closeAllConnections();
  server.close();
});

describe("a request to an address that others name", () => {
  test("returns status, headers and body", async () => {
    const answer = await client.request({ url: `${url}/document`, bodyBytesMax: 1000 });
    expect(answer).toMatchObject({ code: 200, headers: { "content-type": "application/json" } });
    expect("body" in answer && answer.body.toString()).toBe('{"a":1}');
  });

  test("does not follow a redirect", async () => {
    expect(await client.request({ url: `${url}/redirect`, bodyBytesMax: 1000 })).toMatchObject({ code: 302 });
  });

  test("keeps no more of the body than the caller takes", async () => {
    expect(await client.request({ url: `${url}/long`, bodyBytesMax: 4999 })).toEqual({ error: "too_large" });
    expect(await client.request({ url: `${url}/long`, bodyBytesMax: 5000 })).toMatchObject({ code: 200 });
  });

  test("ends with a timeout when the body does not end", async () => {
    expect(await client.request({ url: `${url}/endless`, bodyBytesMax: 1000 })).toEqual({ error: "timeout" });
  });

  test("is not sent to a private network", async () => {
    const production = createEgressClient({ allowHttp: true, allowed: [], timeoutMs: 1000 });
    const before = received.length;
    expect(await production.request({ url: `${url}/document`, bodyBytesMax: 1000 })).toEqual({
      error: "egress_refused",
    });
    expect(received).toHaveLength(before);
    await production.close();
  });
});

describe("fetch through the egress client", () => {
  test("sends a form and returns the answer", async () => {
    const fetch = createEgressFetch(client, 1000);
    const response = await fetch(`${url}/document`, { method: "POST", body: new URLSearchParams({ code: "a b" }) });
    expect(await response.json()).toEqual({ a: 1 });
    expect(received.at(-1)).toEqual({ method: "POST", type: "application/x-www-form-urlencoded", body: "code=a+b" });
  });

  test("throws the reason of a failure", async () => {
    await expect(createEgressFetch(client, 10)(`${url}/long`, {})).rejects.toThrow("too_large");
  });
});
