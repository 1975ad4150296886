import type { Database } from "@tenant-ops/kit/data";
import {
  createOwnKey,
  getOwnBusiness,
  getOwnKey,
  listOwnKeys,
  revokeOwnKey,
  rotateOwnKey,
  updateOwnBusiness,
} from "@tenant-ops/rest/console";
import type { FastifyInstance } from "fastify";
import { checkBusinessFields } from "../accounts/field-checks.js";
import {
  createBusinessNotFound,
  createKeyActions,
  type KeyActionOptions,
  requireBusiness,
} from "../accounts/key-actions.js";
import { type Business, updateBusiness } from "../auth/businesses.store.js";
import { findSandboxOf } from "../auth/sandboxes.store.js";
import type { OffboardingOptions } from "../offboarding/create-offboarding.js";
import { ownOffboardingRoutes } from "../offboarding/owner.routes.js";
import { bindPersonRoute, type PersonRouteOptions } from "./bind-person-route.js";

export interface ConsoleRouteOptions extends PersonRouteOptions, KeyActionOptions {
  offboarding: OffboardingOptions;
}

/** `/v1/console/businesses/{businessId}` and the keys below it: the routes for people whose records the gateway keeps. */
export function consoleRoutes(app: FastifyInstance, options: ConsoleRouteOptions): void {
  const { db, directory } = options;
  void app.register(async (scope) => {
    scope.decorateRequest("activeMember", null);
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, caller: "person", host: "application", storedBy: "person" };
    });
    const keys = createKeyActions(options);
    bindPersonRoute(scope, options, listOwnKeys, keys.list);
    bindPersonRoute(scope, options, getOwnKey, ({ params }) => keys.get(params));
    bindPersonRoute(scope, options, createOwnKey, keys.create);
    bindPersonRoute(scope, options, rotateOwnKey, keys.rotate);
    bindPersonRoute(scope, options, revokeOwnKey, keys.revoke);

    ownOffboardingRoutes(scope, options, options.offboarding);

    bindPersonRoute(scope, options, getOwnBusiness, async ({ params: { businessId } }) =>
      toReply(db, await requireBusiness(db, businessId)),
    );
    bindPersonRoute(scope, options, updateOwnBusiness, async ({ params: { businessId }, body, runOnce }) => {
      checkBusinessFields(body);
      return runOnce(
        () => businessId,
        async () => {
          const changed = await updateBusiness(db, businessId, body);
          if (!changed) throw createBusinessNotFound(businessId);
          directory.invalidate({ businessId });
          return toReply(db, changed);
        },
      );
    });
  });
}

async function toReply(db: Database, business: Business) {
  const { _id, name, country, currency, timeZone, requireProposal, createdAt } = business;
  const sandboxId = (await findSandboxOf(db, _id))?._id ?? null;
  return { _id, sandboxId, name, country, currency, timeZone, requireProposal, createdAt: createdAt.toISOString() };
}
