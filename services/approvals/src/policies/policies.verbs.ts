import { isDuplicateKeyError, newId } from "@tenant-ops/kit/data";
import { defineVerb } from "@tenant-ops/kit/verbs";
import type { ApprovalsContext } from "../context.js";
import { announcePolicy } from "./announce-policy.js";
import {
  createPolicyChanged,
  noPolicy,
  type Policy,
  requireRules,
  requireVersion,
  type Rule,
} from "./policies.rules.js";
import { findPolicy, replacePolicy } from "./policies.store.js";

interface PolicyRequest {
  version: number;
  rules: Rule[];
}

/** Replaces all rules. The answer is sent when accounts knows of them; a repeat with the same key announces them again. */
export const setPolicy = defineVerb(({ db, clients }: ApprovalsContext) => ({
  load: async (scope): Promise<Policy | null> => findPolicy(scope),
  plan: ({ version, rules }: PolicyRequest, found, { keyId }) => {
    requireRules(rules);
    requireVersion(found?.version ?? noPolicy.version, version);
    return { before: version, _id: found?._id ?? newId("apl"), rules, updatedBy: keyId };
  },
  write: async (scope, { before, ...fields }): Promise<Policy> => {
    const policy: Policy = { ...fields, version: before + 1, updatedAt: scope.now, isAnnounced: false };
    if (!(await replacePolicy(scope, policy, before))) throw createPolicyChanged(before + 1, before);
    return policy;
  },
  // Two first changes at once.
  mapError: (error) => (isDuplicateKeyError(error) ? createPolicyChanged(1, 0) : error),
  afterCommit: async ({ call, done }) => {
    const policy = done?.result ?? (await findPolicy(db.scope(call)));
    if (policy) await announcePolicy({ db, clients }, call.businessId, policy);
  },
}));
