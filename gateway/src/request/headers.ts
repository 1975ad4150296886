import type { FastifyRequest } from "fastify";

/** The value of a header; of a repeated header the first one. */
export function getHeader(request: Pick<FastifyRequest, "headers">, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** The token in `Authorization: Bearer`. */
export function readBearer(request: Pick<FastifyRequest, "headers">): string | undefined {
  return /^Bearer +(\S+)$/i.exec(getHeader(request, "authorization") ?? "")?.[1];
}
