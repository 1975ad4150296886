import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createEgressClient, type EgressClient, parseCidrs } from "@tenant-ops/kit/egress";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createMetadataDocuments, type MetadataDocuments } from "./metadata-documents.js";

const createEgress = (timeoutMs: number) =>
  createEgressClient({ allowHttp: true, allowed: parseCidrs("127.0.0.1/32"), timeoutMs });

let server: Server;
let egress: EgressClient;
let documents: MetadataDocuments;
let url: string;
let requests: string[] = [];

const describeClient = (path: string, more: object = {}) =>
  JSON.stringify({ client_id: `${url}${path}`, redirect_uris: ["http://localhost/"], ...more });
const answers: Record<string, (response: ServerResponse, path: string) => void> = {
  "/client.json": (response, path) => response.end(describeClient(path)),
  "/long.json": (response, path) => response.end(describeClient(path, { client_uri: "x".repeat(5 * 1024) })),
  "/endless.json": (response) => response.write("{"),
  "/redirect.json": (response) => response.writeHead(302, { location: "/client.json" }).end(),
  "/other.json": (response) => response.end(describeClient("/client.json")),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? "";
    requests.push(path);
    (answers[path] ?? ((missing) => missing.writeHead(404).end()))(response, path);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  egress = createEgress(30_000);
});
beforeEach(() => {
  requests = [];
  documents = createMetadataDocuments(egress, createLogger("test", "silent"));
});
afterAll(async () => {
  await egress.close();
  server.closeAllConnections();
  server.close();
});

describe("the document of a client", () => {
  test("is fetched once for many look-ups, also at the same time", async () => {
    const found = await Promise.all([1, 2, 3].map(() => documents.find(`${url}/client.json`, "per_1")));
    await documents.find(`${url}/client.json`, "per_1");
    expect(found[0]).toMatchObject({ id: `${url}/client.json`, redirectUris: ["http://localhost/"] });
    expect(requests).toEqual(["/client.json"]);
  });

  test.each(["/long.json", "/redirect.json", "/other.json", "/missing.json"])(
    "%s is refused, and not fetched again at once",
    async (path) => {
      expect(await documents.find(`${url}${path}`, "per_1")).toHaveProperty("reason");
      expect(await documents.find(`${url}${path}`, "per_1")).toHaveProperty("reason");
      expect(requests).toEqual([path]);
    },
  );

  test("/endless.json is refused after the time limit, and not fetched again at once", async () => {
    const impatient = createEgress(500);
    documents = createMetadataDocuments(impatient, createLogger("test", "silent"));
    for (const _ of [1, 2]) expect(await documents.find(`${url}/endless.json`, "per_1")).toHaveProperty("reason");
    expect(requests).toEqual(["/endless.json"]);
    await impatient.close();
  });

  test("is fetched at most twenty times a minute for one person; cached documents do not count", async () => {
    for (let count = 0; count < 20; count += 1) await documents.find(`${url}/missing-${count}.json`, "per_1");
    await expect(documents.find(`${url}/client.json`, "per_1")).rejects.toMatchObject({ code: "rate_limited" });
    expect(await documents.find(`${url}/client.json`, "per_2")).toHaveProperty("redirectUris");
    expect(await documents.find(`${url}/client.json`, "per_1")).toHaveProperty("redirectUris");
    expect(requests).toHaveLength(21);
  });

  test("on a private address is not fetched", async () => {
    const strict = createEgressClient({ allowHttp: false, allowed: [], timeoutMs: 500 });
    const guarded = createMetadataDocuments(strict, createLogger("test", "silent"));
    const { port } = new URL(url);
    for (const host of ["127.0.0.1", "[::1]", "localhost", "169.254.169.254", "10.0.0.1", "[::ffff:127.0.0.1]"])
      for (const scheme of ["http", "https"])
        expect(await guarded.find(`${scheme}://${host}:${port}/client.json`, "per_1")).toHaveProperty("reason");
    expect(requests).toEqual([]);
    await strict.close();
  });
});
