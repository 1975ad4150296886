import type { RouteReply } from "@tenant-ops/kit/http";
import { toRegistrationCopy } from "@tenant-ops/kit/pages";
import type { getSpin } from "@tenant-ops/rest/roulettes";
import type { DrawnGift } from "../gifts/gifts.rules.js";
import type { Spin } from "./spins.rules.js";

/** A spin as rpc callers see it. */
export function toSpinItem(spin: Spin) {
  return {
    id: spin._id,
    rouletteId: spin.rouletteId,
    userId: spin.userId,
    ...(spin.registration && { registration: toRegistrationCopy(spin.registration) }),
    number: spin.number,
    result: spin.result,
    gift: toDrawnGiftReply(spin.gift),
    drawnIndex: spin.drawnIndex,
    prizeId: spin.prizeId,
    createdAt: spin.createdAt.toISOString(),
  };
}

export type SpinReply = RouteReply<typeof getSpin>;

/** A spin as REST callers see it. */
export function toSpinReply(spin: Spin): SpinReply {
  const { _id, rouletteId, userId, registration, number, result, gift, drawnIndex, prizeId, prizeExpiresAt } = spin;
  return {
    _id,
    rouletteId,
    userId,
    ...(registration && { registration: toRegistrationCopy(registration) }),
    number,
    result,
    gift,
    drawnIndex,
    ...(prizeId !== undefined && { prizeId, prizeExpiresAt: prizeExpiresAt?.toISOString() ?? null }),
    text: spin.text,
    animationSeconds: spin.animationSeconds,
    winsLeft: spin.winsLeft,
    createdAt: spin.createdAt.toISOString(),
  };
}

/** In messages the `_id` of a gift type is called `id`. */
export function toDrawnGiftReply({ typeOfGift: { _id: id, name }, ...gift }: DrawnGift) {
  return { ...gift, typeOfGift: { id, name } };
}
