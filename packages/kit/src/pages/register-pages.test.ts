import Fastify from "fastify";
import { expect, test } from "vitest";
import { createLogger } from "../telemetry/logger.js";
import { createPageStyle } from "./layout.js";
import { registerPages } from "./register-pages.js";

test("an address that no header can carry is a failed page, not an answer of the framework", async () => {
  const app = Fastify();
  const options = { style: createPageStyle(), logger: createLogger("kit", "silent") };
  registerPages(app, options, (pages) => {
    pages.get("/page", (_request, reply) => reply.redirect("https://example.com/\u202E", 303));
  });
  const address = await app.listen({ host: "127.0.0.1", port: 0 });
  const answer = await fetch(`${address}/page`, { headers: { "accept-language": "es" }, redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([500, null]);
  expect(await answer.text()).toContain('<html lang="es">');
  await app.close();
});
