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
import type { Center, PlannedCenter } from "./centers.rules.js";

// The kit adds `businessId` as the first field of every key and to every filter.
export const centerIndexes: IndexDescription[] = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { isActive: 1, createdAt: -1, _id: -1 } },
  { key: { type: 1, isActive: 1, createdAt: -1, _id: -1 } },
  nameIndex("name"),
  wordIndex(),
  wordIndex(["isActive"]),
  wordIndex(["type", "isActive"]),
];

const centers = (scope: Scope) => scope.collection<Center>("centers");

export function findCenter(scope: Scope, centerId: string): Promise<Center | null> {
  return centers(scope).findById(centerId);
}

/** The centers with these ids, by id. */
export function findCenters(scope: Scope, centerIds: Iterable<string>): Promise<Map<string, Center>> {
  return centers(scope).findByIds(centerIds);
}

export function findCenterByName(scope: Scope, name: string): Promise<Center | null> {
  return centers(scope).findOne({ name }, { collation: nameCollation });
}

/** Absent fields do not filter. */
export type CenterFilter = Partial<Pick<Center, "isActive" | "type">>;

/** @param search words of the name; empty means all */
export function listCenters(
  scope: Scope,
  page: PageRequest,
  filter: CenterFilter = {},
  search = "",
): Promise<Page<Center>> {
  const { type, isActive } = filter;
  // With both values of `isActive`, the index of types has the centers of one type in the order of the page.
  const equal = { type, isActive: type && isActive === undefined ? { $in: [true, false] } : isActive };
  return findPageByWords<Center>(scope, "centers", { search: planWordSearch(search), equal }, page);
}

export async function insertCenter(scope: WriteScope, planned: PlannedCenter): Promise<Center> {
  const words = toSearchWords(planned.name);
  const center: Center = { _id: newId("ctr"), ...planned, words, createdAt: scope.now, createdBy: scope.call.keyId };
  await centers(scope).append(center);
  return center;
}

/** Replaces all fields that can be changed; coordinates that are absent now are removed. */
export async function saveCenter(scope: WriteScope, center: Center): Promise<Center> {
  const { _id, createdAt: _, createdBy: __, ...fields } = center;
  const $set = { ...fields, words: toSearchWords(fields.name) };
  await centers(scope).updateOne({ _id }, center.geo ? { $set } : { $set, $unset: { geo: "" } });
  return center;
}
