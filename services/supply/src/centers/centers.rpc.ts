import { type Database, type Quota, toListReply } from "@tenant-ops/kit/data";
import { joinReviews, reviewName, type RpcHandlers } from "@tenant-ops/kit/rpc";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { planCenter, reviewCenter } from "./centers.rules.js";
import { type Center, findCenterByName, insertCenter, listCenters } from "./centers.store.js";

type CenterRpcs = Pick<
  RpcHandlers<typeof SupplyService>,
  "listServiceCenters" | "proposeServiceCenter" | "createServiceCenter"
>;

/** The places that keep products and hand them out. */
export function centerRpcs(db: Database, quota: Quota): CenterRpcs {
  return {
    async listServiceCenters({ limit, cursor }, call) {
      return toListReply(await listCenters(db.scope(call), { limit, cursor }), toItem);
    },

    async proposeServiceCenter(request, call) {
      const planned = planCenter(request, call);
      const scope = db.scope(call);
      await quota.check(scope);
      const sameName = await findCenterByName(scope, planned.name);
      return { preview: planned, ...joinReviews(reviewName("center", sameName), reviewCenter(planned)) };
    },

    async createServiceCenter(request, call) {
      return db.transaction(call, async (scope) => {
        const planned = planCenter(request, call);
        await quota.claim(scope);
        const center = await insertCenter(scope, planned);
        return { id: center._id, name: center.name, status: "created" };
      });
    },
  };
}

function toItem(center: Center) {
  const { _id: id, name, address, geo, capacity, schedule, isActive, type } = center;
  return { id, name, address, ...(geo && { geo }), capacity, schedule, isActive, type };
}
