import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getHeader } from "../request/headers.js";

/** The paths of the MCP endpoint, each also with a slash at its end. Each is a protected resource with its own metadata. */
export const mcpPaths = ["/mcp", "/cognitive-layer/mcp"] as const;

/** The paths for agents that run in a page of another site, such as the MCP Inspector. The page of consent is not among them. */
const paths = [...mcpPaths.flatMap((path) => [path, `${path}/`]), "/oauth/token", "/oauth/revoke", "/oauth/register"];
const open = new Set(paths);

/** Seconds for which a browser may cache the preflight; Chromium allows no more. */
const preflightSeconds = 7200;
const preflightHeaders = {
  "access-control-allow-origin": "*",
  // The endpoint has no stream for GET. The SDKs ask for one and expect 405, which the browser must let them see.
  "access-control-allow-methods": "GET, POST",
  // Authorization is named here, X-API-Key is not: a key is for back ends, and in a browser every user of the page could read it.
  "access-control-allow-headers":
    "Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name",
  "access-control-max-age": String(preflightSeconds),
};

/**
 * Whether a page of another site may send this request and read the answer. Never with a session cookie: `*` forbids browsers to send it, and a
 * request that has one anyway is refused where the session is read.
 */
export function isOpenToOtherSites(request: FastifyRequest): boolean {
  const [path = ""] = request.url.split("?");
  return (open.has(path) || path.startsWith("/oauth/register/")) && getHeader(request, "x-api-key") === undefined;
}

/** Also for refusals: an agent learns from the 401 where it gets a token. */
export function allowOtherSites(reply: FastifyReply): void {
  void reply.headers({
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "WWW-Authenticate, Retry-After, Mcp-Session-Id",
  });
}

/** Answers the preflight requests of browsers. They are limited per address, as all requests without a credential. */
export function registerPreflights(app: FastifyInstance): void {
  for (const path of paths)
    app.options(path, async (_request, reply) => reply.status(204).headers(preflightHeaders).send());
}
