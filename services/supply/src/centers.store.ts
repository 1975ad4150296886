import {
  type IndexDescription,
  findPage,
  nameCollation,
  nameIndex,
  newId,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { Center, PlannedCenter } from "./centers.types.js";

// The kit adds `businessId` as the first field of every key and to every filter.
export const centerIndexes: IndexDescription[] = [{ key: { createdAt: -1, _id: -1 } }, nameIndex("name")];

const centers = (scope: Scope) => scope.collection<Center>("centers");

export function findCenter(scope: Scope, centerId: string): Promise<Center | null> {
  return centers(scope).findById(centerId);
}

export function findCenterByName(scope: Scope, name: string): Promise<Center | null> {
  return centers(scope).findOne({ name }, { collation: nameCollation });
}

export function listCenters(scope: Scope, page: PageRequest): Promise<Page<Center>> {
  return findPage<Center>(scope, "centers", {}, page);
}

export async function insertCenter(scope: WriteScope, planned: PlannedCenter): Promise<Center> {
  const center: Center = { _id: newId("ctr"), ...planned, createdAt: scope.now, createdBy: scope.call.keyId };
  await centers(scope).append(center);
  return center;
}
