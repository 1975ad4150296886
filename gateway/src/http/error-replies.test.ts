import type { Route } from "@tenant-ops/kit/http";
import { createLogger } from "@tenant-ops/kit/telemetry";
import Fastify from "fastify";
import { MongoServerError } from "mongodb";
import { expect, test } from "vitest";
import { sendError } from "./error-replies.js";

const maxTimeExpired = 50;

test.each([
  ["a preview", "POST", { isPreview: true }, "The database took too long."],
  ["a read", "GET", {}, "The database took too long."],
  ["a write", "POST", {}, "The database took too long. A write may have happened."],
] as const)("the answer to %s that the database is too slow for says of a write what is true", async (...given) => {
  const [, method, route, detail] = given;
  const app = Fastify();
  const options = { logger: createLogger("gateway", "silent"), publicUrl: () => "http://localhost" };
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, options));
  app.route({
    method,
    url: "/",
    config: { route: route as Route },
    handler: () => {
      throw new MongoServerError({ code: maxTimeExpired, message: "operation exceeded time limit" });
    },
  });
  const answer = await app.inject({ method, url: "/" });
  expect(answer.json()).toMatchObject({ detail });
});
