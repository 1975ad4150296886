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
import {
  cancelOffboarding,
  createOffboarding,
  type OffboardingOptions,
  previewOffboarding,
  requireOffboarding,
} from "./create-offboarding.js";
import { sendBusiness } from "./export-archive.js";
import { toActor } from "./offboardings.rules.js";
import type { Offboarding } from "./offboardings.types.js";

const statuses = {
  closing: "closed",
  waiting: "closed",
  deleting: "deleting",
  completed: "completed",
  reopening: "canceled",
  canceled: "canceled",
} as const;

/** A request as owners and operators see it. */
export function toOffboardingReply(offboarding: Offboarding) {
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
    remaining: deletion?.remaining ?? null,
    completedAt: completedAt?.toISOString() ?? null,
    receiptUntil: (completedAt && expiresAt?.toISOString()) ?? null,
  };
}

/** `/v1/console/businesses/{businessId}/offboarding`: open to owners also while their business is being offboarded. */
export function ownOffboardingRoutes(
  app: FastifyInstance,
  routeOptions: PersonRouteOptions,
  options: OffboardingOptions,
): void {
  const { pepper } = options;
  const whileClosed = { ...routeOptions, allowsClosed: true };
  const readActor = ({ activeMember }: FastifyRequest, businessId: string) =>
    toActor(pepper, businessId, "owner", activeMember?.personId ?? "");

  bindPersonRoute(app, whileClosed, previewOwnOffboarding, ({ params }) =>
    previewOffboarding(options, params.businessId),
  );
  bindPersonRoute(app, whileClosed, createOwnOffboarding, async ({ params: { businessId }, body, request, state }) => {
    const given = { businessId, ...body, actor: readActor(request, businessId) };
    const sent = requireRequestKey(request, pepper);
    const { stored, isRepeat } = await createOffboarding(options, { ...given, sent });
    state.replayed = isRepeat;
    return toOffboardingReply(stored);
  });
  bindPersonRoute(app, whileClosed, getOwnOffboarding, async ({ params: { businessId } }) =>
    toOffboardingReply(await requireOffboarding(options, businessId)),
  );
  bindPersonRoute(app, whileClosed, cancelOwnOffboarding, async ({ params: { businessId }, request }) =>
    toOffboardingReply(await cancelOffboarding(options, businessId, readActor(request, businessId))),
  );
  bindPersonRoute(app, whileClosed, exportOwnBusiness, ({ params: { businessId }, reply }) =>
    sendBusiness(options, businessId, reply),
  );
}
