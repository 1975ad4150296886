import { toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/accounts";
import {
  cancelOwnOffboarding,
  createOwnOffboarding,
  exportOwnBusiness,
  getOwnOffboarding,
  previewOwnOffboarding,
} from "@tenant-ops/rest/console";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AccountsContext } from "../dependencies.js";
import { bindOperatorRoute } from "../requests/bind-operator-route.js";
import { bindPersonRoute } from "../requests/bind-person-route.js";
import { requireRequestKey } from "../requests/request-key.js";
import {
  cancelOffboarding,
  createOffboarding,
  type OffboardingOptions,
  previewOffboarding,
  requireOffboarding,
} from "./create-offboarding.js";
import { sendBusiness } from "./export-archive.js";
import { toActor } from "./offboardings.rules.js";
import { listOffboardings, offboardingIndexes } from "./offboardings.store.js";
import type { Actor, Offboarding } from "./offboardings.types.js";

/** The requests to close and delete businesses, and their receipts. */
export const offboardings = defineNoun({
  collections: {
    offboardings: {
      indexes: offboardingIndexes,
      retention: { kept: "days_after", field: "expiresAt", days: 0 },
      ofBusiness: "none",
      personal: "Ids of businesses, counts, and keyed hashes of who asked.",
    },
  },
  http: (app, _verbs, { offboarding }: AccountsContext) => {
    bindOperatorRoutes(app, offboarding);
    bindOwnRoutes(app, offboarding);
  },
});

/** `/v1/admin/businesses/{businessId}/offboarding`, and the list with the receipts. */
function bindOperatorRoutes(app: FastifyInstance, options: OffboardingOptions): void {
  const { pepper, db } = options;
  const toOperator = (businessId: string, name: string) => toActor(pepper, businessId, "operator", name);
  bindOperatorRoute(app, db, routes.previewOffboarding, ({ params }) => previewOffboarding(options, params.businessId));
  bindOperatorRoute(
    app,
    db,
    routes.createOffboarding,
    async ({ params: { businessId }, operator, body, ...context }) => {
      const given = { businessId, ...body, actor: toOperator(businessId, operator) };
      const stored = await create(options, given, context);
      context.setCreated(stored._id);
      return toReply(stored);
    },
  );
  bindOperatorRoute(app, db, routes.getOffboarding, async ({ params: { businessId } }) =>
    toReply(await requireOffboarding(options, businessId)),
  );
  bindOperatorRoute(app, db, routes.cancelOffboarding, async ({ params: { businessId }, operator }) =>
    toReply(await cancelOffboarding(options, businessId, toOperator(businessId, operator))),
  );
  bindOperatorRoute(app, db, routes.exportBusiness, ({ params: { businessId }, reply }) =>
    sendBusiness(options, businessId, reply),
  );
  bindOperatorRoute(app, db, routes.listOffboardings, async ({ query }) =>
    toRestList(await listOffboardings(db, query), toReply),
  );
}

/** `/v1/console/businesses/{businessId}/offboarding`: open to owners also while their business is being offboarded. */
function bindOwnRoutes(app: FastifyInstance, options: OffboardingOptions): void {
  const { pepper, db } = options;
  const toOwner = (businessId: string, personId: string) => toActor(pepper, businessId, "owner", personId);
  bindPersonRoute(app, db, previewOwnOffboarding, ({ params }) => previewOffboarding(options, params.businessId));
  bindPersonRoute(app, db, createOwnOffboarding, async ({ params: { businessId }, personId, body, ...context }) =>
    toReply(await create(options, { businessId, ...body, actor: toOwner(businessId, personId) }, context)),
  );
  bindPersonRoute(app, db, getOwnOffboarding, async ({ params: { businessId } }) =>
    toReply(await requireOffboarding(options, businessId)),
  );
  bindPersonRoute(app, db, cancelOwnOffboarding, async ({ params: { businessId }, personId }) =>
    toReply(await cancelOffboarding(options, businessId, toOwner(businessId, personId))),
  );
  bindPersonRoute(app, db, exportOwnBusiness, ({ params: { businessId }, reply }) =>
    sendBusiness(options, businessId, reply),
  );
}

async function create(
  options: OffboardingOptions,
  given: { businessId: string; actor: Actor; confirmName: string; graceDays?: number | undefined },
  { request, state }: { request: FastifyRequest; state: { replayed?: boolean } },
): Promise<Offboarding> {
  const sent = requireRequestKey(request, options.pepper);
  const { stored, isRepeat } = await createOffboarding(options, { ...given, sent });
  state.replayed = isRepeat;
  return stored;
}

const statuses = {
  closing: "closed",
  waiting: "closed",
  deleting: "deleting",
  completed: "completed",
  reopening: "canceled",
  canceled: "canceled",
} as const;

/** A request as owners and operators see it. */
function toReply(offboarding: Offboarding) {
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
