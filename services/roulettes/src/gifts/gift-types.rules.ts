import { fieldName, refused, requestName, wording } from "@tenant-ops/kit/errors";

/** The four kinds of gift. The code decides by the name; the catalogue gives each name its id. */
export type GiftTypeName = "Fisico" | "Porcentaje" | "Perder" | "Points";

export interface GiftType {
  _id: string;
  name: GiftTypeName;
  meaning: string;
}

export interface RouletteType {
  /** The name. Callers use the number `id`. */
  _id: string;
  id: number;
  name: string;
  supportsExpiry: boolean;
  meaning: string;
}

/** The official gift and roulette types, as they are stored. */
export interface Catalogue {
  giftTypes: readonly GiftType[];
  rouletteTypes: readonly RouletteType[];
}

/**
 * The catalogue that every start writes. The ids never change, because tenants store them. A new kind of gift needs an entry
 * here and a case in the code that decides by the name.
 */
export const officialCatalogue: Catalogue = {
  giftTypes: [
    {
      _id: "gty_01m7w9ascnfzt8zhg9dkdzgnky",
      name: "Fisico",
      meaning: "A physical prize. Needs `quantity`; with `item_id` a win also takes a unit of that roulette item.",
    },
    {
      _id: "gty_01m7w9ascqfzt8zhgpz9k6teeh",
      name: "Porcentaje",
      meaning: "A discount in percent; `value` and `message` say of what.",
    },
    {
      _id: "gty_01m7w9ascqfzt8zhgz9avbj1xg",
      name: "Perder",
      meaning: "No prize. Every roulette has at least one; it is always available and stands in for what is not.",
    },
    {
      _id: "gty_01m7w9ascqfzt8zhh49dcyjf9p",
      name: "Points",
      meaning: "Points of the business's own programme; `value` and `message` say how many.",
    },
  ],
  rouletteTypes: [
    {
      _id: "standard",
      id: 1,
      name: "standard",
      supportsExpiry: false,
      meaning: "Prizes stay claimable; `time_unit` and `time_to_expire` have no effect.",
    },
    {
      _id: "premium",
      id: 2,
      name: "premium",
      supportsExpiry: true,
      meaning: "A prize that is not claimed within `time_to_expire` × `time_unit` expires.",
    },
  ],
};

export const giftsResource = "service://roulettes/schema/gifts";

/** The entry of the catalogue with this id and this name. */
export function findGiftType(
  { giftTypes }: Catalogue,
  given: { id: string; name: string } | undefined,
): GiftType | undefined {
  return giftTypes.find(({ _id, name }) => _id === given?.id && name === given.name);
}

/** @throws Refusal unknown_gift_type unless id and name are one entry of the catalogue */
export function requireGiftType(
  catalogue: Catalogue,
  field: string,
  given: { id: string; name: string } | undefined,
): GiftType {
  const found = findGiftType(catalogue, given);
  if (found) return found;
  const { giftTypes } = catalogue;
  const wrong = giftTypes.some(({ _id }) => _id === given?.id)
    ? "the name does not belong to this _id"
    : wording`there is no such _id; the _id of a roulette item goes into ${fieldName("item_id")}`;
  throw refused(
    "unknown_gift_type",
    wording`${fieldName(field)}: ${wrong}. Valid are ${listGiftTypes(giftTypes)}: see ${requestName(giftsResource)}.`,
  );
}

/** More types than any catalogue has had; a refusal stays short whatever is stored. */
const listedTypesMax = 20;

/** "Perder gty_…, Points gty_…": refusals name the ids, because many hosts read no resource. */
export function listGiftTypes(giftTypes: readonly GiftType[]): string {
  return giftTypes
    .slice(0, listedTypesMax)
    .map(({ name, _id }) => `${name} ${_id}`)
    .join(", ");
}

/** "1 standard, 2 premium" */
export function listRouletteTypes(rouletteTypes: readonly RouletteType[]): string {
  return rouletteTypes
    .slice(0, listedTypesMax)
    .map(({ name, id }) => `${id} ${name}`)
    .join(", ");
}

/** @throws Refusal unknown_roulette_type unless number and name are one entry of the catalogue */
export function requireRouletteType({ rouletteTypes }: Catalogue, id: number, name: string): RouletteType {
  const found = rouletteTypes.find((type) => type.id === id && type.name === name);
  if (found) return found;
  const wrong = rouletteTypes.some((type) => type.id === id)
    ? wording`${fieldName("roulette_type_name")} does not belong to this ${fieldName("roulette_type_id")}`
    : wording`there is no such ${fieldName("roulette_type_id")}`;
  throw refused(
    "unknown_roulette_type",
    wording`${wrong}. Valid are ${listRouletteTypes(rouletteTypes)}: see ${requestName(giftsResource)}.`,
  );
}
