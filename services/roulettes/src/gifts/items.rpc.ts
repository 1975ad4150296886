import { type Database, type Quota, toListReply } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { planItem, reviewItem } from "./items.rules.js";
import { findItemByName, insertItem, listItems } from "./items.store.js";
import type { Item } from "./items.types.js";
import { listLimit } from "./list-limit.js";

type ItemRpcs = Pick<RpcHandlers<typeof RoulettesService>, "listRouletteItems" | "proposeItem" | "createItem">;

/** Physical prize items. */
export function itemRpcs(db: Database, quota: Quota): ItemRpcs {
  return {
    async listRouletteItems({ cursor }, call) {
      return toListReply(await listItems(db.scope(call), {}, { limit: listLimit, cursor }), toItem);
    },

    async proposeItem(request, call) {
      const planned = planItem(request, call.country);
      const scope = db.scope(call);
      await quota.check(scope);
      const sameName = await findItemByName(scope, planned.name);
      return { preview: planned, ...reviewItem(planned, sameName) };
    },

    async createItem(request, call) {
      return db.transaction(call, async (scope) => {
        const planned = planItem(request, call.country);
        await quota.claim(scope);
        const item = await insertItem(scope, planned);
        return { id: item._id, name: item.name, status: "created" };
      });
    },
  };
}

function toItem(item: Item) {
  const { _id: id, name, availableStock, enabledInRewards, description, currency, trackStock, country } = item;
  return { id, name, availableStock, enabledInRewards, description, currency, trackStock, country };
}
