import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestSettings, startTestGateway, type TestGateway } from "../testing.js";

let gateway: TestGateway;
beforeAll(async () => void (gateway = await startTestGateway(createTestSettings())));
afterAll(() => gateway.close());

describe.each(["/openapi.json", "/docs"])("%s", (path) => {
  test("needs no credential, may be read by pages of other sites and counts against the address", async () => {
    const answer = await gateway.request("GET", path, { headers: { origin: "https://tools.example" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("ratelimit")).toContain("anonymous");
  });

  test("is not sent again to a caller that has it, compressed or not", async () => {
    const texts = [];
    for (const encoding of ["gzip", "br", "identity"]) {
      const headers = { "accept-encoding": encoding };
      const first = await gateway.request("GET", path, { headers });
      expect(first.headers.get("content-encoding")).toBe(encoding === "identity" ? null : encoding);
      expect(first.headers.get("vary")).toContain("Accept-Encoding");
      texts.push(await first.text());
      const again = await gateway.request("GET", path, {
        headers: { ...headers, "if-none-match": first.headers.get("etag") ?? "" },
      });
      expect([again.status, await again.text()]).toEqual([304, ""]);
    }
    expect(new Set(texts).size).toBe(1);
  });

  test("takes GET alone", async () => {
    const answer = await gateway.request("POST", path, { body: {} });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, expect.stringContaining("GET")]);
  });
});

test("the document contains the address of the server that sends it", async () => {
  const document = (await (await gateway.request("GET", "/openapi.json")).json()) as { servers: { url: string }[] };
  expect(document.servers.map(({ url }) => url)).toEqual([gateway.url]);
});

test("the page runs no script, loads nothing of another host and cannot be framed", async () => {
  const answer = await gateway.request("GET", "/docs");
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|script-src/);
  const page = await answer.text();
  expect(page).not.toMatch(/<script|<iframe|@import|\bsrc=/);
  expect([...page.matchAll(/<link[^>]+href="([^"]+)"/g)].map(([, href]) => href)).toEqual(["/icon.png"]);
});

test("the answer to an unknown path names the document", async () => {
  const answer = await gateway.request("GET", "/v1/public/nothing");
  expect([answer.status, await answer.json()]).toEqual([
    404,
    expect.objectContaining({ error: "route_not_found", detail: expect.stringContaining("/openapi.json") }),
  ]);
});
