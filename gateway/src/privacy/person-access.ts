import { requireProof, type Route } from "@tenant-ops/kit/http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { markSecret } from "../request/request-state.js";
import type { RestAccessOptions } from "../rest/access.js";
import { authorizeAllAreas } from "../rest/all-areas.js";
import type { Tenant } from "../tenant/tenant.js";

const connectionDetail =
  "Requests about persons are for people who are signed in and for keys, not for agents that people have connected. Use the console (Settings, Personal data), or a key with access to all areas.";

/** @throws Refusal forbidden, proposal_required */
export async function authorizePersonRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  options: RestAccessOptions,
): Promise<void> {
  const isChange = route.id === "createPersonRequest";
  await authorizeAllAreas(request, reply, route, options, { isChange, connectionDetail });
  markSecret(request);
}

/**
 * An erasure cannot be undone, so a person in the console must have proven their identity recently. Call it after the body was read, because the
 * body contains the kind of the request.
 * @throws Refusal step_up_required
 */
export function requireProofForErasure({ provenAt }: Pick<Tenant, "provenAt">, kind: "export" | "erasure"): void {
  if (kind === "erasure" && provenAt) requireProof({ provenAt });
}
