import type { FastifyReply } from "fastify";

/** Adds a Link header (RFC 8288) to the next page. The reply body is an array, which has no field for a cursor. */
export function setNextPageLink(
  reply: FastifyReply,
  path: string,
  filter: Record<string, string | undefined>,
  cursor: string | undefined,
): void {
  if (!cursor) return;
  const query = new URLSearchParams({ cursor });
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query.set(name, value);
  void reply.header("link", `<${path}?${query.toString()}>; rel="next"`);
}
