import {
  cancelOwnOffboarding,
  createOwnOffboarding,
  exportOwnBusiness,
  getOwnOffboarding,
  previewOwnOffboarding,
} from "@tenant-ops/rest/console";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { bindPersonRoute, type PersonRouteOptions } from "../console/bind-person-route.js";
import { requireRequestKey } from "../privacy/request-keys.js";
import { cancelOffboarding, requireOffboarding } from "./cancel-offboarding.js";
import { createOffboarding } from "./create-offboarding.js";
import { sendBusiness } from "./export-business.js";
import type { OffboardingOptions } from "./offboarding.types.js";
import { toOffboardingReply } from "./offboardings.replies.js";
import { toActor } from "./offboardings.rules.js";
import { previewOffboarding } from "./preview-offboarding.js";

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
