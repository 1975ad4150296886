import Fastify, { type FastifyInstance } from "fastify";
import { SupplyService } from "@tenant-ops/proto/supply";
import { afterAll, expect, test } from "vitest";
import { type Database, newId } from "../data/index.js";
import { defineNoun, defineService, serviceConfig } from "../process/index.js";
import type { RpcHandlers } from "../rpc/index.js";
import { createTestCall, startTestService, type TestService } from "../testing/index.js";
import { requireDeclaredStores, type StoredWithoutCaller } from "./without-caller.js";

const forStrangers = { config: { withoutCaller: true } };

async function start(stored: StoredWithoutCaller, routes: (app: FastifyInstance) => void): Promise<string> {
  const app = Fastify({ exposeHeadRoutes: false });
  requireDeclaredStores(app, stored);
  routes(app);
  return app.ready().then(
    () => "started",
    (error: unknown) => String(error),
  );
}

test.each<[string, StoredWithoutCaller, (app: FastifyInstance) => void, string]>([
  ["that is declared", { "POST /a": ["files"] }, (app) => app.post("/a", forStrangers, async () => ""), "started"],
  ["that is not declared", {}, (app) => app.post("/a", forStrangers, async () => ""), "not declared"],
  [
    "whose scope says that it needs no credential",
    { "GET /a": [] },
    (app) =>
      void app.register(async (scope) => {
        scope.addHook("onRoute", (route) => {
          route.config = { ...route.config, withoutCaller: true };
        });
        scope.route({ method: ["GET", "PUT"], url: "/a", handler: async () => "" });
      }),
    "PUT /a",
  ],
  [
    "that checks a session",
    {},
    (app) => app.post("/a", { config: { withoutCaller: "session" } }, async () => ""),
    "started",
  ],
  ["that needs a caller", {}, (app) => app.post("/a", async () => ""), "started"],
  ["that only reads", {}, (app) => app.get("/a", forStrangers, async () => ""), "not declared"],
  [
    "that only reads and is declared",
    { "GET /a": [] },
    (app) => app.get("/a", forStrangers, async () => ""),
    "started",
  ],
  [
    "that answers HEAD although only GET is declared",
    { "GET /a": [] },
    (app) => app.route({ ...forStrangers, method: ["GET", "HEAD"], url: "/a", handler: async () => "" }),
    "HEAD /a",
  ],
  ["that does not exist but is declared", { "POST /b": ["files"] }, () => undefined, "no such route"],
])("a process with a route %s: %s", async (_name, stored, routes, outcome) => {
  expect(await start(stored, routes)).toContain(outcome);
});

let service: TestService<typeof SupplyService> | undefined;
afterAll(() => service?.close());

test("in tests a GET for strangers fails when it stores something that is not declared", async () => {
  const definition = defineService({
    name: "kit",
    api: SupplyService,
    config: serviceConfig,
    storedWithoutCaller: { "GET /declared": ["things"], "GET /undeclared": [] },
    nouns: [
      defineNoun({
        api: SupplyService,
        collections: { things: { indexes: [], retention: { kept: "until_deleted" }, personal: "None." } },
        rpcs: () =>
          Object.fromEntries(
            SupplyService.methods.map(({ localName }) => [localName, async () => ({})]),
          ) as unknown as RpcHandlers<typeof SupplyService>,
        http(app, _, { db }: { db: Database }) {
          const store = (way: string) => {
            const call = createTestCall();
            if (way !== "transaction")
              return db
                .scope(call)
                .collection("things")
                .insertOne({ _id: newId("thg") });
            return db.transaction(call, (scope) => scope.collection("things").append({ _id: newId("thg") }));
          };
          for (const path of ["/declared", "/undeclared"])
            app.get(path, forStrangers, async ({ query }) => {
              await store((query as { way: string }).way);
              return "stored";
            });
        },
      }),
    ],
  });
  service = await startTestService(definition);
  const { httpPort } = service.running;
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${httpPort}${path}`)).status;
  for (const way of ["insert", "transaction"])
    expect([way, await ask(`/declared?way=${way}`), await ask(`/undeclared?way=${way}`)]).toEqual([way, 200, 500]);
});
