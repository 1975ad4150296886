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
  registerNotFoundHandler(app);
  app.get("/flows", async () => "list");
  app.patch("/flows/:slug", async () => "one");
  app.get("/flows/targets", async () => "targets");
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
] as const)("%s %s is %i, and Allow names the methods of this path alone", async (method, url, status, allow) => {
  const answer = await app.inject({ method, url });
  expect([answer.statusCode, answer.headers["allow"]]).toEqual([status, allow]);
});
