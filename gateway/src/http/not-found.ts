import { pathParamLengthMax } from "@tenant-ops/kit/http";
import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import createRouter from "find-my-way";
import type { IsAppHost } from "../request/app-host.js";

/** What one pattern of paths takes. The names of parameters make no difference. */
interface KnownPath {
  pattern: string;
  methods: Set<string>;
}

/** In the order in which answers name them. */
const methodOrder = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const toPattern = (url: string): string => url.replaceAll(/:[^/]+/g, ":name");

/** Whether two different patterns may match the same path. It is true too often rather than too rarely. */
function mayMatchSamePath(pattern: string, other: string): boolean {
  const [parts, others] = [pattern.split("/"), other.split("/")];
  for (let at = 0; at < Math.max(parts.length, others.length); at += 1) {
    const both = [parts[at], others[at]];
    if (both.includes("*")) return true;
    if (both[0] !== both[1] && (both.includes(undefined) || !both.includes(":name"))) return false;
  }
  return pattern !== other;
}

/** Finds the pattern that is the most specific one for a path, as Fastify's router does, but for all methods together. */
function createKnownPaths() {
  const router = createRouter({ maxParamLength: pathParamLengthMax });
  const known = new Map<string, KnownPath>();
  return {
    add(url: string, methods: readonly string[]) {
      const pattern = toPattern(url);
      const path = known.get(pattern) ?? { pattern, methods: new Set() };
      // The router needs one method to keep a path.
      if (!known.has(pattern)) router.on("GET", pattern, () => {}, path);
      known.set(pattern, path);
      methods.forEach((method) => path.methods.add(method));
    },
    find: (url: string) => router.find("GET", url)?.store as KnownPath | undefined,
  };
}

/**
 * Replies 405 with `Allow` when the path exists for another method, otherwise 404. Of several routes that match a path, the most specific one says
 * which methods it takes.
 */
export function registerNotFoundHandler(app: FastifyInstance, isAppHost: IsAppHost = () => false): void {
  const paths = { application: createKnownPaths(), public: createKnownPaths() };
  const patterns = new Set<string>();
  app.addHook("onRoute", ({ url, method, config }) => {
    patterns.add(toPattern(url));
    for (const host of ["application", "public"] as const)
      if ((config?.host ?? host) === host) paths[host].add(url, [method].flat());
  });
  // The last hook before the body, which is not needed, would be read.
  app.addHook("preParsing", (request, reply, payload, done) => {
    if (request.is404 || isPathOfAnotherRoute(request)) refuse(request, reply);
    done(null, payload);
  });
  // Not reached, but without a handler of our own Fastify runs no hooks.
  app.setNotFoundHandler(refuse);

  const findPath = (request: FastifyRequest) => paths[isAppHost(request) ? "application" : "public"].find(request.url);

  /** By the URL of a route: whether another route may match the same paths. Few routes have one, so most requests are looked up only here. */
  const contested = new Map<string, boolean>();

  /** Fastify's router takes `PATCH /flows/targets` for `PATCH /flows/:slug` when `/flows/targets` has only a GET. */
  function isPathOfAnotherRoute(request: FastifyRequest): boolean {
    const { url } = request.routeOptions;
    if (url === undefined) return false;
    let isContested = contested.get(url);
    if (isContested === undefined) {
      isContested = [...patterns].some((other) => mayMatchSamePath(toPattern(url), other));
      contested.set(url, isContested);
    }
    return isContested && findPath(request)?.pattern !== toPattern(url);
  }

  function refuse(request: FastifyRequest, reply: FastifyReply): never {
    const taken = findPath(request)?.methods;
    if (!taken)
      throw new Refusal(
        "route_not_found",
        `There is no ${request.method} on this path. GET /openapi.json lists all paths.`,
      );
    const allowed = methodOrder.filter((method) => taken.has(method));
    void reply.header("allow", allowed.join(", "));
    // Browsers ask with OPTIONS by themselves; callers need no advice to send it.
    const names = allowed.filter((method) => method !== "OPTIONS").join(", ");
    throw new Refusal("method_not_allowed", `This path takes ${names}.`);
  }
}
