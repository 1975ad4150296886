import { toErrorBody, toRefusal } from "@tenant-ops/kit/errors";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerNotFoundHandler } from "./not-found.js";

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify({ exposeHeadRoutes: false });
  app.setErrorHandler((error, request, reply) =>
    reply.status(toRefusal(error).status).send(toErrorBody(error, request.id)),
  );
  registerNotFoundHandler(app, ({ headers }) => headers["x-host"] === "app");
  app.get("/flows", async () => "list");
  app.patch("/flows/:slug", async () => "one");
  app.get("/flows/targets", async () => "targets");
  app.route({ method: ["GET", "HEAD", "POST"], url: "/flow/*", handler: async () => "page" });
  app.get("/flow/:slug/sign-in", async () => "sign in");
  app.post("/flow/:slug/sign-in/code", async () => "code");
  app.options("/flow/:slug/sign-in/code", async () => "preflight");
  app.post("/flow/:slug/visits/:id", async () => "visit");
  app.get("/flow/shared/*", async () => "shared");
  app.get("/profile", { config: { host: "application" } }, async () => "profile");
});
afterAll(() => app.close());

test.each([
  ["GET", "/flows/targets?limit=1", 200, undefined],
  ["PATCH", "/flows/summer", 200, undefined],
  ["PATCH", "/flows/targets", 405, "GET"],
  ["DELETE", "/flows/targets?limit=1", 405, "GET"],
  ["DELETE", "/flows/summer", 405, "PATCH"],
  ["POST", "/flows", 405, "GET"],
  ["GET", "/nowhere", 404, undefined],
  ["POST", "/flow/summer", 200, undefined],
  ["PUT", "/flow/summer", 405, "GET, HEAD, POST"],
  ["OPTIONS", "/flow/summer", 405, "GET, HEAD, POST"],
  // The router has a route for these two: the one for all pages.
  ["POST", "/flow/summer/sign-in", 405, "GET"],
  ["HEAD", "/flow/summer/sign-in", 405, "GET"],
  ["GET", "/flow/summer/sign-in/code", 405, "POST, OPTIONS"],
  ["OPTIONS", "/flow/summer/sign-in/code", 200, undefined],
  ["POST", "/flow/summer/visits/1", 200, undefined],
  ["POST", "/flow/shared/visits/1", 405, "GET"],
  ["PROPFIND", "/flow/summer", 405, "GET, HEAD, POST"],
  ["PUT", "/profile", 404, undefined],
] as const)("%s %s is %i, and Allow names the methods of this path alone", async (method, url, status, allow) => {
  const answer = await app.inject({ method: method as "GET", url });
  expect([answer.statusCode, answer.headers["allow"]]).toEqual([status, allow]);
});

test("a path that only another host has does not exist, whatever the method", async () => {
  const ask = async (host: string) => {
    const answer = await app.inject({ method: "PUT", url: "/profile", headers: { "x-host": host } });
    return [answer.statusCode, answer.headers["allow"]];
  };
  expect([await ask("public"), await ask("app")]).toEqual([
    [404, undefined],
    [405, "GET"],
  ]);
});
