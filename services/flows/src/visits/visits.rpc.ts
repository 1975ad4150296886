import type { Database } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { FlowsService } from "@tenant-ops/proto/flows";
import { readVisits } from "./visits.reads.js";

type VisitRpcs = Pick<RpcHandlers<typeof FlowsService>, "getFlowVisits">;

/** What visitors of one flow did. */
export function visitRpcs(db: Database): VisitRpcs {
  return {
    getFlowVisits: ({ slug, dateFrom, dateTo }, call) => readVisits(db, call, { slug, dateFrom, dateTo }),
  };
}
