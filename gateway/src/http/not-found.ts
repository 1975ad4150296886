import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Replies 405 with `Allow` when the path exists for another method, otherwise 404. */
export function registerNotFoundHandler(app: FastifyInstance): void {
  const routes: Array<{ url: string; pattern: RegExp; methods: string[] }> = [];
  const urls = new Set<string>();
  app.addHook("onRoute", ({ url, method }) => {
    urls.add(url);
    // Browsers ask with OPTIONS by themselves; callers need no advice to send it.
    const methods = [method].flat().filter((one) => one !== "OPTIONS");
    routes.push({ url, pattern: toRoutePattern(url), methods });
  });
  // The last hook before the body, which is not needed, would be read.
  app.addHook("preParsing", (request, reply, payload, done) => {
    if (request.is404 || isPathOfAnotherRoute(request)) refuse(request, reply);
    done(null, payload);
  });
  // Not reached, but without a handler of our own Fastify runs no hooks.
  app.setNotFoundHandler(refuse);

  /** Fastify's router takes `PATCH /flows/targets` for `PATCH /flows/:slug` when `/flows/targets` has only a GET. */
  function isPathOfAnotherRoute(request: FastifyRequest): boolean {
    const path = getPath(request);
    const { url = path } = request.routeOptions;
    return url !== path && urls.has(path);
  }

  function refuse(request: FastifyRequest, reply: FastifyReply): never {
    const path = getPath(request);
    // A literal path has priority over one with parameters.
    const ownRoutes = routes.filter(({ url }) => url === path);
    const matching = ownRoutes.length > 0 ? ownRoutes : routes.filter(({ pattern }) => pattern.test(path));
    const allowed = new Set(matching.flatMap(({ methods }) => methods));
    if (allowed.size === 0)
      throw new Refusal(
        "route_not_found",
        `There is no ${request.method} on this path. GET /openapi.json lists all paths.`,
      );
    const names = [...allowed].join(", ");
    void reply.header("allow", names);
    throw new Refusal("method_not_allowed", `This path takes ${names}.`);
  }
}

function getPath({ url }: FastifyRequest): string {
  return url.split("?")[0] ?? "";
}

/** `/a/:id/*` as a regular expression that matches the same paths as Fastify's router. */
function toRoutePattern(url: string): RegExp {
  const parts = url.split(/(:[^/]+|\*)/).map((part) => {
    if (part === "*") return ".*";
    return part.startsWith(":") ? "[^/]+" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&");
  });
  return new RegExp(`^${parts.join("")}$`);
}
