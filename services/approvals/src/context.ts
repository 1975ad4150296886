import type { ServiceContext } from "@tenant-ops/kit/process";
import type { ApprovalsConfig } from "./config.js";

/** What nouns and workers get. */
export type ApprovalsContext = ServiceContext<ApprovalsConfig>;
