import {
  findPageByWords,
  type IndexDescription,
  nameCollation,
  nameIndex,
  newId,
  type Page,
  type PageRequest,
  planWordSearch,
  type Scope,
  toSearchWords,
  wordIndex,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { GiftUnitsPlan } from "../gifts/gift-units.rules.js";
import type { RouletteUpdatePlan } from "./roulette-updates.rules.js";
import type { PageSettings, PlannedRoulette, Roulette } from "./roulettes.rules.js";

export const rouletteIndexes: IndexDescription[] = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { isActive: 1, createdAt: -1, _id: -1 } },
  {
    key: { createdAt: -1, _id: -1 },
    partialFilterExpression: { isActive: true, "gifts.quantity": 0 },
    name: "soldOut",
  },
  nameIndex("name"),
  wordIndex(),
  wordIndex(["isActive"]),
];

const roulettes = (scope: Scope) => scope.collection<Roulette>("roulettes");

export function findRoulette(scope: Scope, rouletteId: string): Promise<Roulette | null> {
  return roulettes(scope).findById(rouletteId);
}

/** @param besides id of a roulette that is left out of the search */
export function findRouletteByName(scope: Scope, name: string, besides = ""): Promise<Roulette | null> {
  const others = { name, _id: { $ne: besides } };
  return roulettes(scope).findOne(others, { collation: nameCollation, projection: { name: 1 } });
}

/** The business's own roulettes among these ids, by id. */
export function findRoulettes(scope: Scope, ids: readonly string[]): Promise<Map<string, Roulette>> {
  return roulettes(scope).findByIds(ids);
}

/** A `Perder` gift is always available. */
const soldOutGift = { quantity: 0, "typeOfGift.name": { $ne: "Perder" } };

/** Per gift its value if it is sold out, otherwise null. */
const soldOutValues = {
  $map: {
    input: "$gifts",
    in: {
      $cond: [
        { $and: [{ $eq: ["$$this.quantity", 0] }, { $ne: ["$$this.typeOfGift.name", "Perder"] }] },
        "$$this.value",
        null,
      ],
    },
  },
};

/** Which roulettes a list shows. */
export interface RouletteFilter {
  isActive?: boolean | undefined;
  /** Only active ones with gifts whose units are used up. */
  soldOut?: boolean | undefined;
  /** Words of the name. */
  search?: string;
}

/** A roulette as lists show it. */
export interface ListedRoulette extends Pick<
  Roulette,
  "_id" | "name" | "isActive" | "typeOfRoulette" | "totalSpins" | "createdAt"
> {
  /** The gifts whose own units are used up, with their index. */
  soldOutGifts: { index: number; value: string }[];
}

/** Without gifts and texts, which can have 200 KB in one roulette. */
export async function listRoulettes(
  scope: Scope,
  { isActive, soldOut, search = "" }: RouletteFilter,
  page: PageRequest,
): Promise<Page<ListedRoulette>> {
  const projection = { name: 1, isActive: 1, typeOfRoulette: 1, totalSpins: 1, createdAt: 1, soldOutValues };
  const list = { search: planWordSearch(search), equal: { isActive: soldOut ?? isActive }, projection };
  // The first condition is that of the index.
  const filter = soldOut ? { "gifts.quantity": 0, gifts: { $elemMatch: soldOutGift } } : {};
  type Found = Roulette & { soldOutValues: (string | null)[] };
  const found = await findPageByWords<Found>(scope, "roulettes", { ...list, filter }, page);
  return {
    ...found,
    items: found.items.map(({ soldOutValues: values, ...roulette }) => ({
      ...roulette,
      soldOutGifts: values.flatMap((value, index) => (value === null ? [] : [{ index, value }])),
    })),
  };
}

/** The next roulettes in the order of their creation. */
export function findNextRoulettes(
  scope: Scope,
  after: { createdAt: string; rouletteId: string } | undefined,
  limit: number,
): Promise<Pick<Roulette, "_id" | "createdAt">[]> {
  const at = new Date(after?.createdAt ?? 0);
  const later = {
    $or: [{ createdAt: { $gt: at } }, { createdAt: { $eq: at }, _id: { $gt: after?.rouletteId ?? "" } }],
  };
  return roulettes(scope).find(after ? { createdAt: { $gte: at }, ...later } : {}, {
    ...{ limit, sort: { createdAt: 1, _id: 1 }, projection: { createdAt: 1 } },
    // By its name: the index of roulettes that are sold out has the same key.
    hint: "businessId_1_createdAt_-1__id_-1",
  });
}

export async function insertRoulette(scope: WriteScope, planned: PlannedRoulette & PageSettings): Promise<Roulette> {
  const roulette: Roulette = {
    _id: newId("rlt"),
    ...planned,
    words: toSearchWords(planned.name),
    timeZone: scope.call.timeZone,
    totalSpins: 0,
    createdAt: scope.now,
    createdBy: scope.call.keyId,
  };
  await roulettes(scope).append(roulette);
  return roulette;
}

/** Writes the changes of an update; without any, nothing. */
export async function saveRouletteChanges(
  scope: WriteScope,
  rouletteId: string,
  changes: RouletteUpdatePlan["changes"],
): Promise<void> {
  const set: Record<string, unknown> = {};
  const unset: Record<string, ""> = {};
  for (const { path, value } of changes) {
    if (value === undefined) unset[path] = "";
    else set[path] = value;
  }
  if (typeof set["name"] === "string") set["words"] = toSearchWords(set["name"]);
  // MongoDB refuses an empty $set or $unset.
  const update = {
    ...(Object.keys(set).length > 0 && { $set: set }),
    ...(Object.keys(unset).length > 0 && { $unset: unset }),
  };
  if (changes.length > 0) await roulettes(scope).updateOne({ _id: rouletteId }, update);
}

/** Adds units to the remaining ones of a gift. The filter repeats the rule, so the database never goes below 0. */
export async function incrementGiftUnits(
  scope: WriteScope,
  { rouletteId, giftIndex, addUnits }: GiftUnitsPlan,
): Promise<void> {
  const quantity = `gifts.${giftIndex}.quantity`;
  const changed = await roulettes(scope).updateOne(
    { _id: rouletteId, [quantity]: { $gte: Math.max(0, -addUnits) } },
    { $inc: { [quantity]: addUnits } },
  );
  if (changed.modifiedCount === 0) throw new Error("a gift was changed by another transaction");
}

/** The changes of one roulette by consecutive spins. */
export interface SpinTotals {
  rouletteId: string;
  totalSpinsBefore: number;
  spins: number;
  /** By the index of the gift. */
  wins: ReadonlyMap<number, { units: number; isLimited: boolean; lastWonSpin: number }>;
}

/**
 * Counts spins and takes the units that they won, provided that no other spin was counted since the read. Every spin of a
 * roulette changes this one record, so two processes that spin it in parallel conflict here, and one of them retries.
 */
export async function recordSpins(scope: WriteScope, totals: SpinTotals): Promise<void> {
  const bounds: Record<string, unknown> = {};
  const increments: Record<string, number> = { totalSpins: totals.spins };
  const changes: Record<string, number> = {};
  for (const [index, { units, isLimited, lastWonSpin }] of totals.wins) {
    changes[`gifts.${index}.lastWonSpin`] = lastWonSpin;
    if (!isLimited) continue;
    bounds[`gifts.${index}.quantity`] = { $gte: units };
    increments[`gifts.${index}.quantity`] = -units;
  }
  await roulettes(scope).appendUpdate(
    { ...bounds, _id: totals.rouletteId, isActive: true, totalSpins: totals.totalSpinsBefore },
    { $inc: increments, ...(totals.wins.size > 0 && { $set: changes }) },
  );
}
