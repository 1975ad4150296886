import type { ServiceContext } from "@tenant-ops/kit/process";
import { createExecution } from "./approvals/execution.js";
import type { ApprovalsConfig } from "./config.js";

/** What verbs and tasks share, made once for each start. */
export const createShared = (context: ServiceContext<ApprovalsConfig>) => ({ execution: createExecution(context) });

/** What nouns and tasks get. */
export type ApprovalsContext = ServiceContext<ApprovalsConfig> & ReturnType<typeof createShared>;
