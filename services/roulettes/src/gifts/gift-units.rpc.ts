import type { Database } from "@tenant-ops/kit/data";
import type { RpcHandlers } from "@tenant-ops/kit/rpc";
import type { RoulettesService } from "@tenant-ops/proto/roulettes";
import { planGiftUnits, reviewGiftUnits } from "./gift-units.rules.js";
import { findItemsOfGifts } from "./items.store.js";
import { addGiftUnits, findRoulette } from "../roulettes/roulettes.store.js";

type GiftUnitsRpcs = Pick<RpcHandlers<typeof RoulettesService>, "proposeGiftUnits" | "approveGiftUnits">;

/** The remaining units of the gifts of a roulette. */
export function giftUnitsRpcs(db: Database): GiftUnitsRpcs {
  return {
    async proposeGiftUnits(request, call) {
      const scope = db.scope(call);
      const plan = planGiftUnits(request, await findRoulette(scope, request.rouletteId));
      const { rouletteId, name, giftIndex, value, quantityBefore, quantityAfter } = plan;
      const preview = { rouletteId, name, giftIndex, value, quantityBefore, quantityAfter };
      return { preview, ...reviewGiftUnits(plan, await findItemsOfGifts(scope, plan.after.gifts)) };
    },

    async approveGiftUnits(request, call) {
      return db.transaction(call, async (scope) => {
        const plan = planGiftUnits(request, await findRoulette(scope, request.rouletteId));
        await addGiftUnits(scope, plan);
        return { rouletteId: plan.rouletteId, giftIndex: plan.giftIndex, quantity: plan.quantityAfter };
      });
    },
  };
}
