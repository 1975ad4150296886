import type { Input } from "../../api/public-api.js";
import type { Catalogue } from "./roulettes.api.js";

export type GiftType = "Points" | "Fisico" | "Porcentaje" | "Perder";

/** What a person can change in a gift at any time. */
export interface GiftSettings {
  value: string;
  message: string;
  probability: number | undefined;
  emoji: string;
  guaranteedForFirstTimers: boolean;
  winInterval: number | undefined;
  /** `value` of another gift; empty for none. */
  fallback: string;
}

/** A gift of a roulette that is being created. */
export interface GiftRow extends GiftSettings {
  id: number;
  type: GiftType;
  /** Units that can be won; undefined for no limit. */
  quantity: number | undefined;
  item_id: string;
}

export interface RouletteValues {
  name: string;
  typeId: number;
  timeToWin: number | undefined;
  timeToLose: number | undefined;
  textToWin: string;
  textToLose: string;
  termsAndConditions: string;
  max_wins: number | undefined;
  spinsPerVisitor: number | undefined;
  time_to_expire: number | undefined;
  time_unit: "hours" | "days";
}

export const createGiftRow = (id: number, type: GiftType): GiftRow => ({
  id,
  type,
  value: "",
  message: "",
  probability: 1,
  emoji: "",
  guaranteedForFirstTimers: false,
  winInterval: 0,
  fallback: "",
  quantity: type === "Fisico" ? 1 : undefined,
  item_id: "",
});

/** The chances of gifts in percent, from their weights. */
export function toChances(weights: readonly (number | undefined)[]): number[] {
  const usable = weights.map((weight) => Math.max(0, weight ?? 0));
  const total = usable.reduce((sum, weight) => sum + weight, 0);
  return usable.map((weight) => (total > 0 ? (weight / total) * 100 : 0));
}

/** The request that creates a roulette. A number that is missing is sent as it is: the server names the field. */
export function toNewRoulette(
  { typeId, ...fields }: RouletteValues,
  rows: readonly GiftRow[],
  catalogue: Catalogue,
): Input<"roulettes", "createRoulette"> {
  const type = catalogue.roulettes.find(({ _id }) => _id === typeId);
  const body = { ...fields, typeOfRoulette: { _id: typeId, name: type?.name ?? "" }, gifts: rows.map(toGift) };
  return body as Input<"roulettes", "createRoulette">;

  function toGift({ type: name, probability, quantity, item_id, winInterval, ...row }: GiftRow) {
    const { value, message, emoji, fallback, guaranteedForFirstTimers } = row;
    const found = catalogue.gifts.find((known) => known.name === name);
    return {
      value,
      message,
      probability,
      guaranteedForFirstTimers,
      winInterval: winInterval ?? 0,
      typeOfGift: { _id: found?._id ?? "", name },
      ...(emoji && { emoji }),
      ...(fallback && { fallback }),
      ...(quantity !== undefined && name !== "Perder" && { quantity }),
      ...(name === "Fisico" && item_id && { item_id }),
    };
  }
}

/** Whether prizes of this type of roulette expire. A type that this page does not know may have an expiry. */
export const hasExpiry = (typeName: string | undefined): boolean => typeName !== "standard";

const claimCodeLength = 8;

/** The code of a prize as a person types it; empty while it is not complete. */
export function readClaimCode(typed: string): string {
  const code = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  return code.length === claimCodeLength ? code : "";
}
