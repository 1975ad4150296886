import {
  type IndexDescription,
  findPage,
  newId,
  type Page,
  type PageRequest,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { PlannedCenter } from "./centers.rules.js";

export interface Center extends PlannedCenter {
  _id: string;
  createdAt: Date;
  /** Id of the API key that made it. */
  createdBy: string;
}

// The kit puts businessId in front of every key and into every filter.
export const centerIndexes: IndexDescription[] = [{ key: { createdAt: -1, _id: -1 } }];

const centers = (scope: Scope) => scope.collection<Center>("centers");

export function findCenter(scope: Scope, centerId: string): Promise<Center | null> {
  return centers(scope).findOne({ _id: { $eq: centerId } });
}

export async function findCenters(scope: Scope, centerIds: readonly string[]): Promise<Map<string, Center>> {
  const distinct = [...new Set(centerIds)];
  const found = await centers(scope).find({ _id: { $in: distinct } }, { limit: distinct.length });
  return new Map(found.map((center) => [center._id, center]));
}

export function listCenters(scope: Scope, page: PageRequest): Promise<Page<Center>> {
  return findPage<Center>(scope, "centers", {}, page);
}

export async function insertCenter(scope: WriteScope, planned: PlannedCenter): Promise<Center> {
  const center: Center = { _id: newId("ctr"), ...planned, createdAt: scope.now, createdBy: scope.call.keyId };
  await centers(scope).append(center);
  return center;
}
