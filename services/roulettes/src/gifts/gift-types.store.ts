import type { Database } from "@tenant-ops/kit/data";
import { type Catalogue, type GiftType, officialCatalogue, type RouletteType } from "./gift-types.rules.js";

// The catalogue is the same for all businesses, so its collections are shared.

/** Writes the official types at every start of every replica; writing them again changes nothing. */
export async function seedCatalogue(db: Database): Promise<void> {
  for (const { _id, ...type } of officialCatalogue.giftTypes) {
    await db.shared<GiftType>("giftTypes").updateOne({ _id }, { $set: type }, { upsert: true });
  }
  for (const { _id, ...type } of officialCatalogue.rouletteTypes) {
    await db.shared<RouletteType>("rouletteTypes").updateOne({ _id }, { $set: type }, { upsert: true });
  }
}

export async function findCatalogue(db: Database): Promise<Catalogue> {
  const [giftTypes, rouletteTypes] = await Promise.all([
    db.shared<GiftType>("giftTypes").find().sort({ _id: 1 }).toArray(),
    db.shared<RouletteType>("rouletteTypes").find().sort({ id: 1 }).toArray(),
  ]);
  return { giftTypes, rouletteTypes };
}
