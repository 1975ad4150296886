import { setReplayedHeader } from "@tenant-ops/kit/http";
import { getRetention, previewRetention, setRetention } from "@tenant-ops/rest/gateway";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requireRequestKey } from "../privacy/person-requests.routes.js";
import { runAlone } from "../privacy/services.js";
import { type AllAreasOptions, bindAllAreas } from "../rest/all-areas.js";
import { changeRetention, type RetentionOptions } from "./change-retention.js";
import { listChangedRules, requireAllowed } from "./retention.rules.js";
import { listChoices, previewEverywhere } from "./retention-services.js";
import { findRetention } from "./retentions.store.js";
import type { Tenant } from "../tenant/tenant.js";
import type { Retention } from "./retentions.types.js";

export interface RetentionRouteOptions extends AllAreasOptions, RetentionOptions {
  pepper: Buffer;
}

/** `/v1/public/retention`: how long a business keeps its history. */
export function retentionRoutes(app: FastifyInstance, options: RetentionRouteOptions): void {
  const { db, allowed, clients } = options;
  const toReply = async (stored: Retention | null, { businessId }: Tenant, { id: requestId }: FastifyRequest) => ({
    version: stored?.version ?? 0,
    rules: stored?.rules ?? {},
    daysMin: allowed.daysMin,
    modes: [...allowed.modes],
    kinds: await listChoices(clients, { businessId, requestId }, allowed.modes),
    isApplied: stored?.notDeliveredSince === undefined,
    updatedAt: stored?.updatedAt.toISOString() ?? null,
    updatedBy: stored?.updatedBy ?? null,
  });
  void app.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, caller: "tenant" };
    });

    bindAllAreas(scope, options, getRetention, async ({ tenant, request }) =>
      toReply(await findRetention(db, tenant.businessId), tenant, request),
    );

    bindAllAreas(scope, options, previewRetention, async ({ body, tenant, request }) => {
      const { businessId } = tenant;
      const rules = withoutAbsent(body.rules);
      const changed = listChangedRules((await findRetention(db, businessId))?.rules ?? {}, rules);
      requireAllowed(changed, tenant, allowed);
      const count = () => previewEverywhere(clients, { businessId, requestId: request.id }, rules, changed);
      return { kinds: await runAlone(db, businessId, count) };
    });

    bindAllAreas(scope, options, setRetention, async ({ body, tenant, request, reply }) => {
      const sent = requireRequestKey(request, options.pepper);
      const { stored, isRepeat } = await changeRetention(options, {
        ...{ version: body.version, rules: withoutAbsent(body.rules) },
        ...{ tenant, sent, requestId: request.id },
      });
      setReplayedHeader(reply, { replayed: isRepeat });
      return toReply(stored, tenant, request);
    });
  });
}

function withoutAbsent<Rule>(rules: Readonly<Record<string, Rule | undefined>>): Record<string, Rule> {
  return Object.fromEntries(Object.entries(rules).flatMap(([kind, rule]) => (rule ? [[kind, rule]] : [])));
}
