import { defineNoun } from "@tenant-ops/kit/process";
import { AccountsService } from "@tenant-ops/proto/accounts";
import { countCalls } from "./count-calls.js";
import { countPreviews } from "./count-previews.js";
import type { AccountsContext } from "../dependencies.js";

/** The calls of tools, which gateways count and hand over every few seconds. */
export const agentCalls = defineNoun({
  api: AccountsService,
  rpcs: (_verbs, { db }: AccountsContext) => ({
    countCalls: async ({ rows }, call) => {
      await countCalls(db, call, rows);
      return {};
    },
    countPreviews: async ({ days }, call) => ({ rows: await countPreviews(db, call, days) }),
  }),
});
