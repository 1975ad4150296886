import { rotateSecrets } from "@tenant-ops/kit/egress";
import { bindRoute } from "@tenant-ops/kit/http";
import { rotateWebhookSecret } from "@tenant-ops/rest/webhooks";
import type { FastifyInstance } from "fastify";
import type { WebhooksContext } from "../dependencies.js";
import { transactWithLane } from "../lanes/transact-with-lane.js";
import { createEndpointSecret, openAnswer } from "./endpoint-secrets.js";
import { toEndpointReply } from "./endpoints.replies.js";
import { requireEndpoint } from "./endpoints.rules.js";
import { changeEndpoint, findEndpoint } from "./endpoints.store.js";

const hourMs = 3_600_000;

export function endpointSecretHttp(app: FastifyInstance, context: WebhooksContext): void {
  const { keyring } = context;
  bindRoute(app, rotateWebhookSecret, async ({ call, params: { id }, body: { overlapHours } }) => {
    const sealed = await transactWithLane(context, call, async (scope, scheduleLane) => {
      const { secrets } = requireEndpoint(await findEndpoint(scope, id), id);
      const added = createEndpointSecret(keyring, id, scope.now);
      const rotated = rotateSecrets(secrets, added, overlapHours * hourMs, scope.now);
      // A lane that is being served reads the endpoint again, so that an old secret without overlap is not used any more.
      await scheduleLane(id);
      const changed = await changeEndpoint(scope, id, { set: { secrets: rotated }, unset: [] });
      return { endpoint: toEndpointReply(requireEndpoint(changed, id), scope.now), enc: added.enc };
    });
    return openAnswer(keyring, sealed);
  });
}
