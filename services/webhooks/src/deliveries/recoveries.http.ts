import { invalid } from "@tenant-ops/kit/errors";
import { parseInput, requireCall, setReplayedHeader } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { WebhooksContext } from "../dependencies.js";
import { endpointsPath, getEndpointId, requireEndpoint } from "../endpoints/endpoint-routes.js";
import { refuseDisabled } from "../endpoints/endpoints.rules.js";
import { withScheduledDelivery } from "../lanes/with-scheduled-delivery.js";
import { insertRecovery } from "./recoveries.store.js";

const dayMs = 24 * 3600 * 1000;
const recoverDaysMax = 30;

const recoveryInput = z.strictObject({
  since: z.iso.datetime({ offset: true }),
  until: z.iso.datetime({ offset: true }).optional(),
});

export function registerRecoveryRoutes(app: FastifyInstance, context: WebhooksContext): void {
  app.post(`${endpointsPath}/:id/recover`, (request, reply) => recover(context, request, reply));
}

async function recover({ db, scheduler }: WebhooksContext, request: FastifyRequest, reply: FastifyReply) {
  const call = requireCall(request);
  const endpointId = getEndpointId(request);
  const { since, until } = parseRange(request.body);
  refuseDisabled(await requireEndpoint(db.scope(call), endpointId));
  const lane = { endpointId, businessId: call.businessId, change: { recovery: true, resetRate: true } } as const;
  const accepted = await withScheduledDelivery(scheduler, lane, () =>
    db.transaction(call, async (scope) => {
      const { _id } = await insertRecovery(scope, endpointId, since, until);
      return {
        recoveryId: _id,
        endpointId,
        since: since.toISOString(),
        until: until.toISOString(),
        status: "running",
      };
    }),
  );
  setReplayedHeader(reply, call);
  return reply.status(202).send(accepted);
}

/** @throws Refusal invalid_argument */
function parseRange(body: unknown): { since: Date; until: Date } {
  const given = parseInput(recoveryInput, body);
  const since = new Date(given.since);
  const until = given.until ? new Date(given.until) : new Date();
  if (since < new Date(Date.now() - recoverDaysMax * dayMs))
    throw invalid("since", `at most ${recoverDaysMax} days ago`);
  if (until <= since) throw invalid("until", "must be after since");
  return { since, until };
}
