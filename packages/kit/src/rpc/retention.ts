import type { RetentionRule as GivenRule, RetentionService } from "@tenant-ops/proto/common";
import type { RetentionMode, RetentionRules, ServiceRetention } from "../retention/index.js";
import type { RpcHandlers } from "./definition.js";

/** The handlers of every service for how long it keeps the history of a business. */
export function createRetentionHandlers(retention: ServiceRetention): RpcHandlers<typeof RetentionService> {
  return {
    previewRetention: async ({ rules }, call) => {
      const { kinds, canArchive } = await retention.preview(call, toRules(rules));
      return { previewed: kinds.map(({ oldest = "", ...kind }) => ({ ...kind, oldest })), canArchive };
    },
    setRetention: async ({ version, rules, chosenAt }, call) => {
      const stored = await retention.setRules(call, { version, rules: toRules(rules), chosenAt: new Date(chosenAt) });
      return {
        version: stored.version,
        chosenAt: stored.chosenAt.toISOString(),
        rules: Object.entries(stored.rules).map(([kind, { mode, days }]) => ({ kind, mode, days })),
      };
    },
  };
}

/** The contract allows these modes only. */
function toRules(given: readonly GivenRule[]): RetentionRules {
  return Object.fromEntries(given.map(({ kind, mode, days }) => [kind, { mode: mode as RetentionMode, days }]));
}
