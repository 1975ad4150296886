import Fastify from "fastify";
import { expect, test } from "vitest";
import { Refusal, toRefusal } from "../errors/refusal.js";
import { bodyBytesMax, normalizeFastifyError, pathParamLengthMax } from "./fastify-errors.js";

const json = "application/json";

test.each([
  { what: "a body that is too large", body: `"${"x".repeat(bodyBytesMax)}"`, type: json, code: "payload_too_large" },
  { what: "a body of another type", body: "<a/>", type: "text/xml", code: "unsupported_media_type" },
  { what: "an empty body", body: "", type: json, code: "malformed_request", says: "empty" },
  { what: "a body that is no JSON", body: "{", type: json, code: "malformed_request", says: "not valid JSON" },
  {
    what: "a body that would change a prototype",
    body: '{"__proto__":{}}',
    type: json,
    code: "malformed_request",
    says: "not valid JSON",
  },
])("$what is refused in our words", async ({ body, type, code, says = "" }) => {
  const app = Fastify({ bodyLimit: bodyBytesMax });
  let refusal: Refusal | undefined;
  app.setErrorHandler((error, _request, reply) => {
    refusal = toRefusal(normalizeFastifyError(error));
    return reply.send();
  });
  app.post("/", async () => "ok");
  await app.inject({ method: "POST", url: "/", headers: { "content-type": type }, payload: body });
  await app.close();
  expect(refusal).toMatchObject({ code, detail: expect.stringContaining(says) });
});

test("a part of a path that is too long is refused in our words", async () => {
  let refusal: Refusal | undefined;
  const app = Fastify({
    routerOptions: { maxParamLength: pathParamLengthMax },
    frameworkErrors: (error, _request, reply) => {
      refusal = toRefusal(normalizeFastifyError(error));
      reply.raw.end();
    },
  });
  app.get("/stocks/:id", async () => "ok");
  expect((await app.inject(`/stocks/${"x".repeat(pathParamLengthMax)}`)).body).toBe("ok");
  await app.inject(`/stocks/${"x".repeat(pathParamLengthMax + 1)}`);
  await app.close();
  expect(refusal).toMatchObject({ code: "malformed_request", detail: expect.stringContaining("256 characters") });
});

test("an error that is not Fastify's is not changed", () => {
  const [refusal, own] = [new Refusal("forbidden", "No."), new Error("our fault")];
  expect(normalizeFastifyError(refusal)).toBe(refusal);
  expect(normalizeFastifyError(own)).toBe(own);
  expect(normalizeFastifyError("text")).toBe("text");
});
