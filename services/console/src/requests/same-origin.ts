import { Refusal } from "@tenant-ops/kit/errors";
import type { FastifyRequest } from "fastify";

/**
 * For every request that changes something: a page of another site must not act in the name of the person.
 * @throws Refusal forbidden
 */
export function requireSameOrigin({ headers }: FastifyRequest, appUrl: string): void {
  const site = headers["sec-fetch-site"];
  // Older browsers send only Origin.
  const isOwn = site === undefined ? headers.origin === new URL(appUrl).origin : site === "same-origin";
  if (!isOwn) throw new Refusal("forbidden", "This request comes from another site. Nothing was done.");
}
