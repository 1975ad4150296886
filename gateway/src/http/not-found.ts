import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Replies 405 with `Allow` when the path exists for another method, otherwise 404. */
export function registerNotFoundHandler(app: FastifyInstance): void {
  const routes: Array<{ pattern: RegExp; methods: string[] }> = [];
  app.addHook("onRoute", ({ url, method }) => {
    routes.push({ pattern: toRoutePattern(url), methods: [method].flat() });
  });
  // The last hook before the body, which nobody needs, would be read.
  app.addHook("preParsing", async (request, reply) => {
    if (request.is404) refuse(request, reply);
  });
  // Not reached, but without a handler of our own Fastify runs no hooks.
  app.setNotFoundHandler(refuse);

  function refuse(request: FastifyRequest, reply: FastifyReply): never {
    const path = request.url.split("?")[0] ?? "";
    const allowed = new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods));
    if (allowed.size === 0) throw new Refusal("route_not_found", `There is no ${request.method} on this path.`);
    const names = [...allowed].join(", ");
    void reply.header("allow", names);
    throw new Refusal("method_not_allowed", `This path takes ${names}.`);
  }
}

/** `/a/:id/*` as a regular expression that matches the same paths as Fastify's router. */
function toRoutePattern(url: string): RegExp {
  const parts = url.split(/(:[^/]+|\*)/).map((part) => {
    if (part === "*") return ".*";
    return part.startsWith(":") ? "[^/]+" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}
