import { toRestList } from "@tenant-ops/kit/http";
import {
  cancelOffboarding as cancelRoute,
  createOffboarding as createRoute,
  exportBusiness,
  getOffboarding,
  listOffboardings as listRoute,
  previewOffboarding as previewRoute,
} from "@tenant-ops/rest/gateway";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { bindOperatorRoute, type OperatorRouteOptions } from "../admin/bind-operator-route.js";
import { requireRequestKey } from "../privacy/person-requests.routes.js";
import {
  cancelOffboarding,
  createOffboarding,
  type OffboardingOptions,
  previewOffboarding,
  requireOffboarding,
} from "./create-offboarding.js";
import { sendBusiness } from "./export-archive.js";
import { toOffboardingReply } from "./owner.routes.js";
import { toActor } from "./offboardings.rules.js";
import { listOffboardings } from "./offboardings.store.js";

/** `/v1/admin/businesses/{businessId}/offboarding`, and the list with the receipts. */
export function operatorOffboardingRoutes(
  app: FastifyInstance,
  routeOptions: OperatorRouteOptions,
  options: OffboardingOptions,
): void {
  const { pepper, db } = options;
  const readActor = ({ operatorCall }: FastifyRequest, businessId: string) =>
    toActor(pepper, businessId, "operator", operatorCall?.operator ?? "");

  bindOperatorRoute(app, routeOptions, previewRoute, ({ params }) => previewOffboarding(options, params.businessId));
  bindOperatorRoute(
    app,
    routeOptions,
    createRoute,
    async ({ params: { businessId }, body, request, state, setCreated }) => {
      const given = { businessId, ...body, actor: readActor(request, businessId) };
      const sent = requireRequestKey(request, pepper);
      const { stored, isRepeat } = await createOffboarding(options, { ...given, sent });
      state.replayed = isRepeat;
      setCreated(stored._id);
      return toOffboardingReply(stored);
    },
  );
  bindOperatorRoute(app, routeOptions, getOffboarding, async ({ params: { businessId } }) =>
    toOffboardingReply(await requireOffboarding(options, businessId)),
  );
  bindOperatorRoute(app, routeOptions, cancelRoute, async ({ params: { businessId }, request }) =>
    toOffboardingReply(await cancelOffboarding(options, businessId, readActor(request, businessId))),
  );
  bindOperatorRoute(app, routeOptions, exportBusiness, ({ params: { businessId }, reply }) =>
    sendBusiness(options, businessId, reply),
  );
  bindOperatorRoute(app, routeOptions, listRoute, async ({ query }) =>
    toRestList(await listOffboardings(db, query), toOffboardingReply),
  );
}
