import type { DrawnGift } from "./gifts.types.js";
import type { Spin } from "./spins.types.js";

/** A spin as rpc callers see it. */
export function toSpinItem(spin: Spin) {
  return {
    spinId: spin._id,
    rouletteId: spin.rouletteId,
    userId: spin.userId,
    number: spin.number,
    result: spin.result,
    gift: toDrawnGiftReply(spin.gift),
    drawnIndex: spin.drawnIndex,
    prizeId: spin.prizeId,
    createdAt: spin.createdAt.toISOString(),
  };
}

/** In messages the `_id` of a gift type is called `id`. */
export function toDrawnGiftReply({ typeOfGift: { _id: id, name }, ...gift }: DrawnGift) {
  return { ...gift, typeOfGift: { id, name } };
}
