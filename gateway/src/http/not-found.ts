import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { compareSpecificity, matchesSamePaths, toRoutePattern } from "./route-patterns.rules.js";

interface KnownRoute {
  url: string;
  pattern: RegExp;
  methods: readonly string[];
  config: FastifyContextConfig;
}

/** In the order in which answers name them. */
const methodOrder = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/**
 * Replies 405 with `Allow` when the path exists for another method, otherwise 404. Of several routes that match a path, the most specific one says
 * which methods it takes.
 * @param isServed whether a route exists for the host of a request
 */
export function registerNotFoundHandler(
  app: FastifyInstance,
  isServed: (request: FastifyRequest, config: FastifyContextConfig) => boolean = () => true,
): void {
  const routes: KnownRoute[] = [];
  app.addHook("onRoute", ({ url, method, config = {} }) => {
    routes.push({ url, pattern: toRoutePattern(url), methods: [method].flat(), config });
  });
  // The last hook before the body, which is not needed, would be read.
  app.addHook("preParsing", (request, reply, payload, done) => {
    if (request.is404 || isPathOfAnotherRoute(request)) refuse(request, reply);
    done(null, payload);
  });
  // Not reached, but without a handler of our own Fastify runs no hooks.
  app.setNotFoundHandler(refuse);

  /** For each route those that match fewer paths; most have none. */
  const moreSpecific = new Map<string, KnownRoute[]>();

  /** Fastify's router takes `PATCH /flows/targets` for `PATCH /flows/:slug` when `/flows/targets` has only a GET. */
  function isPathOfAnotherRoute(request: FastifyRequest): boolean {
    const { url } = request.routeOptions;
    if (url === undefined) return false;
    let others = moreSpecific.get(url);
    if (!others) {
      others = routes.filter((route) => compareSpecificity(route.url, url) < 0);
      moreSpecific.set(url, others);
    }
    const path = getPath(request);
    return others.some((route) => route.pattern.test(path) && isServed(request, route.config));
  }

  function refuse(request: FastifyRequest, reply: FastifyReply): never {
    const allowed = listAllowed(request);
    if (allowed.length === 0)
      throw new Refusal(
        "route_not_found",
        `There is no ${request.method} on this path. GET /openapi.json lists all paths.`,
      );
    void reply.header("allow", allowed.join(", "));
    // Browsers ask with OPTIONS by themselves; callers need no advice to send it.
    const names = allowed.filter((method) => method !== "OPTIONS").join(", ");
    throw new Refusal("method_not_allowed", `This path takes ${names}.`);
  }

  function listAllowed(request: FastifyRequest): string[] {
    const path = getPath(request);
    const matching = routes
      .filter(({ pattern, config }) => pattern.test(path) && isServed(request, config))
      .toSorted((one, other) => compareSpecificity(one.url, other.url));
    const allowed = new Set(
      matching.filter(({ url }) => matchesSamePaths(url, matching[0]?.url ?? "")).flatMap(({ methods }) => methods),
    );
    return methodOrder.filter((method) => allowed.has(method));
  }
}

function getPath({ url }: FastifyRequest): string {
  return url.split("?")[0] ?? "";
}
