import type { Scope } from "@tenant-ops/kit/data";
import { notFound, type Refusal } from "@tenant-ops/kit/errors";
import type { FastifyRequest } from "fastify";
import { findEndpoint } from "./endpoints.store.js";
import type { Endpoint } from "./endpoints.types.js";

/** What the routes below an endpoint share. */
export const endpointsPath = "/v1/public/webhooks/endpoints";

export const endpointNotFound = (id: string): Refusal => notFound("webhook_endpoint", id);

export function getEndpointId(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

/** @throws Refusal webhook_endpoint_not_found */
export async function requireEndpoint(scope: Scope, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(scope, id);
  if (!endpoint) throw endpointNotFound(id);
  return endpoint;
}
