import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { markSecret, registerRequestState } from "../request/request-state.js";
import { registerCompression } from "./compression.js";
import { createConstantText, sendWithConstantText } from "./constant-text.js";

const long = JSON.stringify({ text: "palabra ".repeat(1000) });
const constant = createConstantText(`"ñandú ${"constant ".repeat(5000)}"`);

let app: FastifyInstance;
let endStream: () => void;
const atOnce = 40;
const answerTogether: (() => void)[] = [];

beforeAll(async () => {
  app = Fastify({ exposeHeadRoutes: true, forceCloseConnections: true });
  registerRequestState(app);
  registerCompression(app);
  app.get("/long", async (_request, reply) => reply.type("application/json").header("etag", '"v1"').send(long));
  // Answers when this many requests are waiting, so that their replies are sent in one iteration of the event loop.
  app.get("/together", async (_request, reply) => {
    await new Promise<void>((resolve) => {
      answerTogether.push(resolve);
      if (answerTogether.length === atOnce) for (const answer of answerTogether.splice(0)) answer();
    });
    return reply.type("application/json").send(long);
  });
  app.get("/short", async () => ({ text: "short" }));
  app.get("/page", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("vary", "Cookie").send(long),
  );
  app.get("/image", async (_request, reply) => reply.type("image/png").send(Buffer.alloc(5000)));
  app.get("/encoded", async (_request, reply) =>
    reply.type("application/json").header("content-encoding", "x-own").send(long),
  );
  app.get("/no-transform", async (_request, reply) =>
    reply.type("application/json").header("cache-control", "no-transform").send(long),
  );
  app.get("/secret", async (request, reply) => {
    markSecret(request);
    return reply.type("application/json").send(long);
  });
  app.get<{ Querystring: { length?: string } }>("/stream", async ({ query }, reply) => {
    if (query.length) void reply.header("content-length", query.length);
    return reply
      .type("application/json")
      .send(Readable.from([long.slice(0, 10), long.slice(10, query.length ? Number(query.length) : undefined)]));
  });
  app.get("/broken", async (_request, reply) => {
    const stream = new Readable({ read() {} });
    stream.push(long);
    setImmediate(() => stream.destroy(new Error("broken")));
    return reply.type("application/json").send(stream);
  });
  app.get("/events", async (_request, reply) => {
    const stream = new Readable({ read() {} });
    stream.push(`data: ${long}\n\n`);
    endStream = () => void stream.push(null);
    return reply.type("text/event-stream").send(stream);
  });
  app.get<{ Querystring: { id: string } }>("/constant", async (request, reply) => {
    void reply.type("application/json");
    return sendWithConstantText(request, reply, ["[", constant, `,${JSON.stringify(request.query.id)}]`]);
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => app.close());

/** Without a client library, which would decompress. */
async function get(path: string, accept = "gzip", method = "GET") {
  const request = httpRequest(`${app.listeningOrigin}${path}`, {
    method,
    headers: { ...(accept && { "accept-encoding": accept }) },
  }).end();
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const body = await buffer(response);
  return { headers: response.headers, body, encoding: response.headers["content-encoding"] };
}

describe("a reply of 1 KB or more", () => {
  test.each([
    ["gzip", "gzip"],
    ["br", "br"],
    ["gzip, deflate, br, zstd", "gzip"],
    ["gzip;q=0.1, br;q=0.9", "br"],
    ["*", "gzip"],
    ["GZIP", "gzip"],
  ])("is compressed for a caller that accepts %s with %s", async (accept, expected) => {
    const { headers, body, encoding } = await get("/long", accept);
    expect(encoding).toBe(expected);
    expect(headers["content-length"]).toBe(String(body.length));
    expect(headers["vary"]).toBe("Accept-Encoding");
    expect(body.length).toBeLessThan(long.length / 5);
    const text = (expected === "br" ? brotliDecompressSync : gunzipSync)(body).toString();
    expect(text).toBe(long);
  });

  test.each(["", "identity", "deflate", "gzip;q=0", "gzip;q=0, br;q=0, *;q=0"])(
    "is sent uncompressed to a caller that accepts %j, with a Vary header",
    async (accept) => {
      const { headers, body, encoding } = await get("/long", accept);
      expect([encoding, body.toString()]).toEqual([undefined, long]);
      expect(headers["vary"]).toBe("Accept-Encoding");
    },
  );

  test("has a weak validator once it is compressed", async () => {
    expect((await get("/long")).headers["etag"]).toBe('W/"v1"');
    expect((await get("/long", "identity")).headers["etag"]).toBe('"v1"');
  });

  test("keeps the other values of its Vary header", async () => {
    expect((await get("/page")).headers["vary"]).toBe("Cookie, Accept-Encoding");
  });

  test("has no body and no encoding when only its headers are asked for", async () => {
    const { headers, body, encoding } = await get("/long", "gzip", "HEAD");
    expect([body.length, encoding, headers["content-length"]]).toEqual([0, undefined, String(long.length)]);
  });
});

test.each(["/short", "/image", "/no-transform", "/secret"])("%s is not compressed", async (path) => {
  const { encoding, headers } = await get(path);
  expect([encoding, headers["vary"]]).toEqual([undefined, undefined]);
});

test("a reply that is encoded already is not changed", async () => {
  expect(await get("/encoded")).toMatchObject({ encoding: "x-own", body: Buffer.from(long) });
});

describe("a stream", () => {
  test.each(["", `?length=${long.length}`])("is compressed (%s)", async (query) => {
    const { headers, body, encoding } = await get(`/stream${query}`);
    expect([encoding, headers["content-length"]]).toEqual(["gzip", undefined]);
    expect(gunzipSync(body).toString()).toBe(long);
  });

  test("that says it is short is not", async () => {
    const { encoding, body } = await get("/stream?length=100");
    expect([encoding, body.toString()]).toEqual([undefined, long.slice(0, 100)]);
  });

  test("that breaks at once is a readable error, and the next reply is compressed again", async () => {
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const { body, encoding } = await get("/broken");
      expect(encoding).toBeUndefined();
      expect(JSON.parse(body.toString())).toMatchObject({ statusCode: 500 });
    }
    expect((await get("/long")).encoding).toBe("gzip");
  });

  test("of events arrives while it is open, and is not compressed", async () => {
    const response = await fetch(`${app.listeningOrigin}/events`, { headers: { "accept-encoding": "gzip" } });
    const reader = response.body!.getReader();
    const first = await reader.read();
    expect(Buffer.from(first.value ?? []).toString()).toContain("data: ");
    expect(response.headers.get("content-encoding")).toBeNull();
    endStream();
    await reader.cancel();
  });
});

test("of many replies at once all arrive whole, compressed or not", async () => {
  const answers = await Promise.all(Array.from({ length: atOnce }, () => get("/together")));
  for (const { body, encoding } of answers)
    expect((encoding === "gzip" ? gunzipSync(body) : body).toString()).toBe(long);
  expect(answers.some(({ encoding }) => encoding === "gzip")).toBe(true);
  // Some were sent uncompressed: only two are compressed at a time.
  expect(answers.some(({ encoding }) => encoding === undefined)).toBe(true);
});

describe("a reply around a constant text", () => {
  test.each(["1", "ñ", "x".repeat(3000), "x".repeat(70_000)])(
    "is one gzip member, for any content (%#)",
    async (id) => {
      if (id.length > 10_000) return expect(await writeDirect(id)).toBe(`[${constant.text},"${id}"]`);
      const { body, encoding, headers } = await get(`/constant?id=${encodeURIComponent(id)}`);
      expect([encoding, headers["vary"], headers["content-length"]]).toEqual([
        "gzip",
        "Accept-Encoding",
        String(body.length),
      ]);
      expect(gunzipSync(body).toString()).toBe(`[${constant.text},"${id}"]`);
      // The browser's decompressor refuses a second member and a wrong checksum.
      const stream = new Blob([body]).stream().pipeThrough(new DecompressionStream("gzip"));
      expect(await new Response(stream).text()).toBe(`[${constant.text},"${id}"]`);
    },
  );

  test("is compressed with br, or not at all, where the caller asks for that", async () => {
    const { body } = await get("/constant?id=1", "br");
    expect(brotliDecompressSync(body).toString()).toBe(`[${constant.text},"1"]`);
    expect((await get("/constant?id=1", "")).body.toString()).toBe(`[${constant.text},"1"]`);
  });

  test("is compressed once", async () => {
    expect(constant.deflate()).toBe(constant.deflate());
  });

  /** An address cannot be that long. */
  async function writeDirect(id: string): Promise<string> {
    const server = Fastify();
    registerRequestState(server);
    registerCompression(server);
    server.get("/", async (request, reply) =>
      sendWithConstantText(request, reply.type("application/json"), ["[", constant, `,${JSON.stringify(id)}]`]),
    );
    const { rawPayload, headers } = await server.inject({ url: "/", headers: { "accept-encoding": "gzip" } });
    expect(headers["content-encoding"]).toBe("gzip");
    await server.close();
    return gunzipSync(rawPayload).toString();
  }
});
