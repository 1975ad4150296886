import { parseInput, requireCall, setReplayedHeader } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { WebhooksContext } from "../dependencies.js";
import { endpointsPath, getEndpointId, requireEndpoint } from "./endpoint-routes.js";
import { createEndpointSecret, revealSecret } from "./endpoint-secrets.js";
import { rotationInput } from "./endpoints.input.js";
import { toEndpointReply } from "./endpoints.replies.js";
import { changeEndpoint } from "./endpoints.store.js";
import { rotateSecrets } from "./secrets.rules.js";

const hourMs = 3_600_000;

export function registerSecretRoutes(app: FastifyInstance, context: WebhooksContext): void {
  app.post(`${endpointsPath}/:id/rotate-secret`, (request, reply) => rotateSecret(context, request, reply));
}

async function rotateSecret({ db, keyring }: WebhooksContext, request: FastifyRequest, reply: FastifyReply) {
  const call = requireCall(request);
  const id = getEndpointId(request);
  const { overlapHours } = parseInput(rotationInput, request.body);
  // The idempotency record stores this result, so it must not hold the secret.
  const { kid } = await db.transaction(call, async (scope) => {
    const { secrets } = await requireEndpoint(scope, id);
    const added = createEndpointSecret(keyring, id, scope.now);
    const rotated = rotateSecrets(secrets, added, overlapHours * hourMs, scope.now);
    await changeEndpoint(scope, id, { set: { secrets: rotated }, unset: [] });
    return { kid: added.kid };
  });
  setReplayedHeader(reply, call);
  const scope = db.scope(call);
  const endpoint = await requireEndpoint(scope, id);
  return { ...toEndpointReply(endpoint, scope.now), ...revealSecret(keyring, endpoint, kid) };
}
