import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aiCatalogSchema, registryServerSchema, serverCardSchema } from "../protocol/published-formats.testing.js";
import { createServerCard } from "./public-documents.js";
import { createServerInfo } from "../protocol/server-info.js";
import { legacyVersions, type McpTest, modernVersion, requireObject, startMcpTest, versions } from "../testing.js";

let mcp: McpTest;
beforeAll(async () => void (mcp = await startMcpTest()));
afterAll(() => mcp.close());

const documents = ["/mcp/server-card", "/cognitive-layer/mcp/server-card", "/.well-known/ai-catalog.json", "/icon.png"];
const get = (path: string, headers: Record<string, string> = {}) => fetch(`${mcp.url}${path}`, { headers });
const getJson = async (path: string): Promise<unknown> => (await get(path)).json();

describe("the server card", () => {
  test("has the published form, and names the MCP endpoint and the versions that it serves", async () => {
    const answer = await get("/mcp/server-card", { accept: "application/mcp-server-card+json" });
    expect(answer.headers.get("content-type")).toContain("application/mcp-server-card+json");
    const card = serverCardSchema.parse(await answer.json());
    expect(card.remotes[0]?.url).toBe("http://127.0.0.1/mcp");
    expect(card.remotes[0]?.supportedProtocolVersions).toEqual(expect.arrayContaining([...versions]));
    expect(await getJson("/cognitive-layer/mcp/server-card")).toEqual(card);
  });

  test("is named after the host of the gateway, and has the same description as the server info", () => {
    const describe = (url: string) => createServerCard(createServerInfo(() => url, "https://console.acme.com")(), url);
    expect(describe("https://api.acme.com")).toMatchObject({
      name: "com.acme.api/tenant-ops",
      websiteUrl: "https://console.acme.com",
      icons: [{ src: "https://api.acme.com/icon.png" }],
      remotes: [{ url: "https://api.acme.com/mcp" }],
    });
    expect(describe("http://127.0.0.1:8080").name).toBe("127.0.0.1/tenant-ops");
    for (const url of ["https://api.acme.com", "http://[::1]:8080", "http://localhost:1"])
      expect(() => serverCardSchema.parse(describe(url))).not.toThrow();
  });

  test("is found from the host alone, by the AI catalog", async () => {
    const answer = await get("/.well-known/ai-catalog.json");
    expect(answer.headers.get("content-type")).toContain("application/ai-catalog+json");
    const { entries } = aiCatalogSchema.parse(await answer.json());
    expect(entries).toEqual([
      {
        identifier: "urn:air:127.0.0.1:mcp:tenant-ops",
        type: "application/mcp-server-card+json",
        url: "http://127.0.0.1/mcp/server-card",
      },
    ]);
  });
});

describe.each(documents)("%s", (path) => {
  test("needs no credential and may be read by pages of other sites", async () => {
    const answer = await get(path, { origin: "https://inspector.example" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
    const preflight = await fetch(`${mcp.url}${path}`, {
      method: "OPTIONS",
      headers: { origin: "https://inspector.example", "access-control-request-headers": "if-none-match" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("If-None-Match");
  });

  test("is not sent again to a caller that has it", async () => {
    const first = await get(path);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^(W\/)?"[\w-]{22}"$/);
    const again = await get(path, { "if-none-match": `"other", ${etag}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await get(path, { "if-none-match": '"other"' })).status).toBe(200);
  });
});

test("a page of another site may still not call the MCP endpoint", async () => {
  const { key } = mcp.createTenant();
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const answer = await mcp.post(key, body, { origin: "https://inspector.example" });
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([403, null]);
});

describe("serverInfo", () => {
  const expected = {
    name: "tenant-ops",
    title: "Tenant Operations",
    icons: [{ src: "http://127.0.0.1/icon.png", mimeType: "image/png", sizes: ["96x96"] }],
    websiteUrl: "http://127.0.0.1",
  };

  test.each(legacyVersions)("has an icon and a website (%s)", async (version) => {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const { result } = await mcp.rpc(mcp.createTenant().key, version, "initialize", params);
    expect(result["serverInfo"]).toMatchObject(expected);
  });

  test.each(["server/discover", "tools/list"])("has them in the answer of %s in 2026-07-28", async (method) => {
    const { result } = await mcp.rpc(mcp.createTenant().key, modernVersion, method);
    expect(requireObject(result["_meta"])["io.modelcontextprotocol/serverInfo"]).toMatchObject(expected);
  });

  test("the icon is a PNG of the size that it names", async () => {
    const bytes = Buffer.from(await (await get("/icon.png")).arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([96, 96]);
  });
});

test("server.json has the form of the registry, and the version and description of the server", async () => {
  const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
  const published = registryServerSchema.parse(read("../../../../server.json"));
  expect(published.version).toBe(requireObject(read("../../../package.json"))["version"]);
  const card = requireObject(await getJson("/mcp/server-card"));
  for (const field of ["title", "description", "version"] as const) expect(published[field]).toBe(card[field]);
  expect(published.remotes[0]?.headers).toEqual(serverCardSchema.parse(card).remotes[0]?.headers);
  // Every variable of the address is described.
  expect(Object.keys(published.remotes[0]?.variables ?? {})).toEqual(
    [...(published.remotes[0]?.url.matchAll(/\{(\w+)\}/g) ?? [])].map(([, variable]) => variable),
  );
});
