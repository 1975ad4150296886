import type { Call } from "@tenant-ops/kit/call";
import { setReplayedHeader } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import { getRetention, previewRetention, setRetention } from "@tenant-ops/rest/accounts";
import type { AccountsContext } from "../dependencies.js";
import { bindTenantRoute } from "../requests/bind-tenant-route.js";
import { requireRequestKey } from "../requests/request-key.js";
import { runAlone } from "../requests/run-alone.js";
import { changeRetention } from "./change-retention.js";
import { listChangedRules, requireAllowed } from "./retention.rules.js";
import { listChoices, previewEverywhere } from "./retention-services.js";
import { findRetention, retentionIndexes } from "./retentions.store.js";
import type { Retention } from "./retentions.types.js";

/** `/v1/public/retention`: how long a business keeps its history. */
export const retention = defineNoun({
  collections: {
    retentions: {
      indexes: retentionIndexes,
      retention: { kept: "until_deleted" },
      ofBusiness: "_id",
      personal: "How long the business keeps what.",
    },
  },
  http: (app, _verbs, context: AccountsContext) => {
    const { db, allowed, clients, pepper } = context;
    const toReply = async (stored: Retention | null, call: Call) => ({
      version: stored?.version ?? 0,
      rules: stored?.rules ?? {},
      daysMin: allowed.daysMin,
      modes: [...allowed.modes],
      kinds: await listChoices(clients, call, allowed.modes),
      isApplied: stored?.notDeliveredSince === undefined,
      updatedAt: stored?.updatedAt.toISOString() ?? null,
      updatedBy: stored?.updatedBy ?? null,
    });

    bindTenantRoute(app, getRetention, async ({ call }) => toReply(await findRetention(db, call.businessId), call));

    bindTenantRoute(app, previewRetention, async ({ body, call }) => {
      const { businessId } = call;
      const rules = withoutAbsent(body.rules);
      const changed = listChangedRules((await findRetention(db, businessId))?.rules ?? {}, rules);
      requireAllowed(changed, call, allowed);
      const count = () => previewEverywhere(clients, call, rules, changed);
      return { kinds: await runAlone(db, businessId, count) };
    });

    bindTenantRoute(app, setRetention, async ({ body, call, request, reply }) => {
      const sent = requireRequestKey(request, pepper);
      const { stored, isRepeat } = await changeRetention(context, {
        ...{ version: body.version, rules: withoutAbsent(body.rules) },
        ...{ caller: call, sent, requestId: call.requestId },
      });
      setReplayedHeader(reply, { replayed: isRepeat });
      return toReply(stored, call);
    });
  },
});

function withoutAbsent<Rule>(rules: Readonly<Record<string, Rule | undefined>>): Record<string, Rule> {
  return Object.fromEntries(Object.entries(rules).flatMap(([kind, rule]) => (rule ? [[kind, rule]] : [])));
}
