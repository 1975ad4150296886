import type { FastifyReply } from "fastify";

/** Where the next page of a plain array is: RFC 8288, as arrays have no room for a cursor. */
export function linkToNext(
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
