import type { FastifyRequest } from "fastify";

/** The gateway sets this header and removes one that a browser sends. */
export function getClientAddress(request: FastifyRequest): string {
  return request.headers["x-client-address"]?.toString() ?? request.ip;
}
