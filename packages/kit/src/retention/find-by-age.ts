import type { Filter } from "mongodb";
import type { Scope } from "../data/tenancy/scope.types.js";
import type { FoundHistory, HistoryRecord, HistorySearch } from "./retention.types.js";

type Dated = HistoryRecord & { createdAt: Date };

/** Finds records that are older than a time, the oldest first, in a collection with an index by business, `createdAt` and `_id`. */
export async function findByAge(
  scope: Scope,
  collection: string,
  { before, after, limit }: HistorySearch,
): Promise<FoundHistory> {
  const [time = "", id = ""] = after.split("|");
  const at = new Date(time);
  const createdAt = { $lt: before, ...(after !== "" && { $gte: at }) };
  const beyond =
    after === "" ? {} : { $or: [{ createdAt: { $gt: at } }, { createdAt: { $eq: at }, _id: { $gt: id } }] };
  const filter = { createdAt, ...beyond } as Filter<Dated>;
  const found = await scope.collection<Dated>(collection).find(filter, {
    ...{ limit, sort: { createdAt: 1, _id: 1 } },
    hint: { businessId: 1, createdAt: -1, _id: -1 },
  });
  const last = found.length === limit ? found.at(-1) : undefined;
  return {
    groups: found.map((record) => [{ collection, record }] as const),
    next: last && `${last.createdAt.toISOString()}|${last._id}`,
  };
}
