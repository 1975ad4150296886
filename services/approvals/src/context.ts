import type { ServiceContext } from "@tenant-ops/kit/process";
import { createDecisionSeconds } from "./approvals/decision-seconds.js";
import { createExecution } from "./approvals/execution.js";
import type { ApprovalsConfig } from "./config.js";

/** What verbs and tasks share, made once for each start. */
export const createShared = (context: ServiceContext<ApprovalsConfig>) => ({
  execution: createExecution(context),
  decisionSeconds: createDecisionSeconds(context.metrics.registry),
});

/** What nouns and tasks get. */
export type ApprovalsContext = ServiceContext<ApprovalsConfig> & ReturnType<typeof createShared>;
