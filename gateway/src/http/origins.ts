import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyInstance } from "fastify";
import { getHeader } from "../requests.js";

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Refuses requests that a browser sends on behalf of somebody else's page. Only browsers send Origin; keys belong in back
 * ends, so a page may only be one of ours: a flow's page or the console.
 */
export function rejectUnknownOrigins(app: FastifyInstance, ownUrls: () => readonly string[]): void {
  app.addHook("onRequest", async (request) => {
    const origin = getHeader(request, "origin");
    if (origin === undefined || ownUrls().some((url) => isSameOrigin(origin, url))) return;
    throw new Refusal("forbidden", "Requests from this Origin are not allowed. Call from a back end, without Origin.");
  });
}

function isSameOrigin(origin: string, own: string): boolean {
  if (!URL.canParse(origin) || !URL.canParse(own)) return false;
  const [theirs, ours] = [new URL(origin), new URL(own)];
  if (theirs.origin === ours.origin) return theirs.origin !== "null";
  // On one's own machine all three names are the same place.
  const bothLoopback = loopback.has(theirs.hostname) && loopback.has(ours.hostname);
  return bothLoopback && theirs.protocol === ours.protocol && theirs.port === ours.port;
}
