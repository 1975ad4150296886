import { createQuota } from "@tenant-ops/kit/data";
import { defineVerb } from "@tenant-ops/kit/verbs";
import type { FlowsContext } from "../context.js";
import { ownTargetNotFound, type PlannedTarget, planTarget, requireOwnTarget } from "./targets.rules.js";
import { deleteTarget, insertTarget, updateTarget } from "./targets.store.js";

/** Stores the address of a survey or an event. */
export const createTarget = defineVerb(
  ({ config: { QUOTA_TARGETS: max, FLOW_ALLOW_HTTP_LOOPBACK: allowHttpLoopback } }: FlowsContext) => ({
    quota: createQuota({ collection: "targets", records: "redirect targets", max, setting: "QUOTA_TARGETS" }),
    plan: (request: PlannedTarget) => planTarget(request, allowHttpLoopback),
    write: insertTarget,
  }),
);

type TargetChanges = Partial<Pick<PlannedTarget, "name" | "url">>;

/** Changes the fields that are given. */
export const changeTarget = defineVerb(({ config }: FlowsContext) => ({
  plan: ({ changes }: { id: string; changes: TargetChanges }) => planTarget(changes, config.FLOW_ALLOW_HTTP_LOOPBACK),
  write: async (scope, changes, { id }) => requireOwnTarget(await updateTarget(scope, id, changes), id),
}));

/** Flows that redirect to a deleted target stay online; their visitors see a thank-you page instead. */
export const removeTarget = defineVerb(() => ({
  plan: (id: string) => id,
  async write(scope, id): Promise<undefined> {
    if (!(await deleteTarget(scope, id))) throw ownTargetNotFound(id);
  },
}));
