import { createQuota, type Quota } from "@tenant-ops/kit/data";
import type { FlowsConfig } from "./config.js";

export interface FlowsQuotas {
  flows: Quota;
  targets: Quota;
  testRuns: Quota;
  documents: Quota;
  /** Declared campaigns. Derived ones are never more than the flows. */
  campaigns: Quota;
}

export function createFlowsQuotas(config: FlowsConfig): FlowsQuotas {
  const quota = (collection: string, records: string, setting: keyof FlowsConfig & `QUOTA_${string}`) =>
    createQuota({ collection, records, max: config[setting], setting });
  return {
    flows: quota("flows", "flows", "QUOTA_FLOWS"),
    targets: quota("targets", "redirect targets", "QUOTA_TARGETS"),
    documents: quota("documents", "documents of flows", "QUOTA_DOCUMENTS"),
    testRuns: quota("testRuns", "test runs of the last 30 days", "QUOTA_TEST_RUNS"),
    campaigns: quota("campaigns", "declared campaigns", "QUOTA_CAMPAIGNS"),
  };
}
