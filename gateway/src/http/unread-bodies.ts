import type { FastifyInstance, FastifyRequest } from "fastify";
import { onEachReply } from "../request/each-request.js";

/** The largest rest of a body that Node reads and drops after a reply, so that the connection can be used again. */
const droppedBytesMax = 64 * 1024;

/**
 * Closes the connection after a reply to a request whose body was not read, unless the rest is small. Node would receive the
 * rest at full speed until the request times out, which is work that no limit counts.
 */
export function closeAfterUnreadBodies(app: FastifyInstance): void {
  onEachReply(app, (request, reply) => {
    if (!request.raw.complete && !hasSmallBody(request)) void reply.header("connection", "close");
  });
}

function hasSmallBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] === undefined && Number(headers["content-length"] ?? 0) <= droppedBytesMax;
}
