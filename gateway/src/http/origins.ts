import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance } from "fastify";
import { getHeader } from "../request/headers.js";
import { getRequestState } from "../request/request-state.js";
import { allowOtherSites, isOpenToOtherSites } from "./other-sites.js";
import { onEachRequest } from "../request/each-request.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The same for all callers, without a credential; pages of other sites may read it. */
    isPublicDocument?: true;
  }
}

const loopbackHosts = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Refuses requests that a browser sends from a page of another site, except those of agents with a token. Only browsers send
 * `Origin`, and keys belong into back ends; everything else is for our own pages: those of flows and of the console.
 */
export function rejectUnknownOrigins(app: FastifyInstance, ownUrls: () => readonly string[]): void {
  onEachRequest(app, (request, reply) => {
    if (request.routeOptions.config.isPublicDocument) return;
    const origin = getHeader(request, "origin");
    if (origin === undefined || ownUrls().some((url) => isSameOrigin(origin, url))) return;
    if (isOpenToOtherSites(request)) {
      getRequestState(request).isFromOtherSite = true;
      return allowOtherSites(reply);
    }
    throw new Refusal("forbidden", "Requests from this Origin are not allowed. Call from a back end, without Origin.");
  });
}

function isSameOrigin(origin: string, own: string): boolean {
  if (!URL.canParse(origin) || !URL.canParse(own)) return false;
  const [given, expected] = [new URL(origin), new URL(own)];
  if (given.origin === expected.origin) return given.origin !== "null";
  // During development the three loopback names mean the same machine.
  const areLoopback = loopbackHosts.has(given.hostname) && loopbackHosts.has(expected.hostname);
  return areLoopback && given.protocol === expected.protocol && given.port === expected.port;
}
