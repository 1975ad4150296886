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

export interface Geo {
  latitude: number;
  longitude: number;
}

/** A center before it has an id and a creation time. */
export interface PlannedCenter {
  name: string;
  address: string;
  /** Absent when the request has no coordinates. */
  geo?: Geo;
  mapsLink: string;
  capacity: number;
  schedule: {
    timezone: string;
    activeMemberDuration: number;
    nonMemberDuration: number;
    weekly: { weekday: number; opens: string; closes: string }[];
  };
  countryId: string;
  type: "physical" | "online";
  isActive: boolean;
}

/** A place that keeps products and hands them out. */
export interface Center extends PlannedCenter {
  _id: string;
  /** Of the name, for searches. */
  words: string[];
  createdAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
}

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
export async function updateCenter(scope: WriteScope, center: Center): Promise<void> {
  const { _id, name, address, geo, mapsLink, capacity, type, isActive } = center;
  const $set = { name, words: toSearchWords(name), address, mapsLink, capacity, type, isActive, ...(geo && { geo }) };
  await centers(scope).updateOne({ _id }, geo ? { $set } : { $set, $unset: { geo: "" } });
}
