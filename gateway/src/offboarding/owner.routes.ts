import {
  cancelOwnOffboarding,
  createOwnOffboarding,
  exportOwnBusiness,
  getOwnOffboarding,
  previewOwnOffboarding,
} from "@tenant-ops/rest/console";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { bindPersonRoute, type PersonRouteOptions } from "../console/bind-person-route.js";
import { requireRequestKey } from "../privacy/person-requests.routes.js";
import { cancelOffboarding, createOffboarding, previewOffboarding, requireOffboarding } from "./create-offboarding.js";
import { sendBusiness } from "./export-archive.js";
import type { OffboardingOptions } from "./offboarding.types.js";
import { toActor } from "./offboardings.rules.js";
import type { Offboarding } from "./offboardings.types.js";

const statuses = {
  closing: "leaving",
  waiting: "leaving",
  deleting: "deleting",
  completed: "completed",
  reopening: "canceled",
  canceled: "canceled",
} as const;

/** A request as owners and operators see it. */
export function toOffboardingAnswer(offboarding: Offboarding) {
  const { _id, businessId, status, requestedBy, requestedAt, deleteAt, canceledAt, canceledBy } = offboarding;
  const { deletion, deleted, completedAt, expiresAt } = offboarding;
  return {
    _id,
    businessId,
    status: statuses[status],
    requestedAs: requestedBy.kind,
    requestedByHash: requestedBy.hash,
    requestedAt: requestedAt.toISOString(),
    deleteAt: deleteAt.toISOString(),
    canceledAt: canceledAt?.toISOString() ?? null,
    canceledAs: canceledBy?.kind ?? null,
    deletionStartedAt: deletion?.startedAt.toISOString() ?? null,
    before: deletion?.before ?? null,
    deleted,
    left: deletion?.left ?? null,
    completedAt: completedAt?.toISOString() ?? null,
    receiptUntil: (completedAt && expiresAt?.toISOString()) ?? null,
  };
}

/** `/v1/console/businesses/{businessId}/offboarding`: open to owners also while their business is being offboarded. */
export function registerOwnOffboarding(
  app: FastifyInstance,
  routeOptions: PersonRouteOptions,
  options: OffboardingOptions,
): void {
  const { pepper } = options;
  const whileLeaving = { ...routeOptions, allowsLeaving: true };
  const readActor = ({ activeMember }: FastifyRequest, businessId: string) =>
    toActor(pepper, businessId, "owner", activeMember?.personId ?? "");

  bindPersonRoute(app, whileLeaving, previewOwnOffboarding, ({ params }) =>
    previewOffboarding(options, params.businessId),
  );
  bindPersonRoute(app, whileLeaving, createOwnOffboarding, async ({ params: { businessId }, body, request, state }) => {
    const given = { businessId, ...body, actor: readActor(request, businessId) };
    const sent = requireRequestKey(request, pepper);
    const { stored, isRepeat } = await createOffboarding(options, { ...given, sent });
    state.replayed = isRepeat;
    return toOffboardingAnswer(stored);
  });
  bindPersonRoute(app, whileLeaving, getOwnOffboarding, async ({ params: { businessId } }) =>
    toOffboardingAnswer(await requireOffboarding(options, businessId)),
  );
  bindPersonRoute(app, whileLeaving, cancelOwnOffboarding, async ({ params: { businessId }, request }) =>
    toOffboardingAnswer(await cancelOffboarding(options, businessId, readActor(request, businessId))),
  );
  bindPersonRoute(app, whileLeaving, exportOwnBusiness, ({ params: { businessId }, reply }) =>
    sendBusiness(options, businessId, reply),
  );
}
