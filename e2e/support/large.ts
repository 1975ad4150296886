import { MongoClient } from "mongodb";
import { liveADay } from "./day.js";
import { callThrough } from "./doors.js";
import type { Business, House } from "./house.js";

interface Row {
  _id: string;
  [field: string]: unknown;
}

/** What is listed, how many of it there shall be, and the field that no two of it share. */
const many: [service: string, collection: string, count: number, unique?: string][] = [
  ["supply", "stocks", 101],
  ["supply", "centers", 101],
  ["supply", "centerStocks", 101, "serviceCenterId"],
  ["supply", "withdrawals", 51],
  ["learning", "courses", 101, "slug"],
  ["learning", "sessions", 101, "userId"],
  ["flows", "flows", 101, "slug"],
];

/**
 * A business with one record more than a list answers without a limit. The first of each kind is made as agents make it; it
 * is copied in the database, because a thousand calls would take longer than all other tests together.
 */
export async function givenLargeBusiness(house: House): Promise<Business> {
  const business = await house.newBusiness();
  await liveADay(house, business, (name, args) => callThrough("bare", house.url, business, name, args));
  const { mongodbUrl, databasePrefix } = house.mesh;
  const client = await new MongoClient(mongodbUrl).connect();
  for (const [service, collection, count, unique] of many) {
    const rows = client.db(`${databasePrefix}${service}`).collection<Row>(collection);
    const row = await rows.findOne({ businessId: business.businessId });
    if (!row) throw new Error(`a day leaves no ${collection}`);
    const copy = (_: unknown, index: number): Row => ({
      ...row,
      _id: `${row._id}${index}`,
      ...(unique && { [unique]: `${String(row[unique])}-${index}` }),
    });
    await rows.insertMany(Array.from({ length: count - 1 }, copy));
  }
  await client.close();
  return business;
}
