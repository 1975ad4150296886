import { findPageByName, nameIndex, newId, type Page, type PageRequest, type Scope } from "@tenant-ops/kit/data";

type OwnTargetKind = "survey" | "event";

/** A survey or an event of another site. We store its name and address, so that flows can redirect to it. */
export interface Target {
  _id: string;
  kind: OwnTargetKind;
  name: string;
  url: string;
  createdAt: Date;
  updatedAt: Date;
}

export const targetIndexes = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { kind: 1, createdAt: -1, _id: -1 } },
  nameIndex("name"),
  nameIndex("name", "kind"),
] as const;

const targets = (scope: Scope) => scope.collection<Target>("targets");

export function findTarget(scope: Scope, targetId: string): Promise<Target | null> {
  return targets(scope).findById(targetId);
}

interface TargetFilter {
  kind: OwnTargetKind | undefined;
  /** How the name begins; empty means all. */
  search: string;
}

export function listTargets(scope: Scope, { kind, search }: TargetFilter, page: PageRequest): Promise<Page<Target>> {
  return findPageByName<Target>(scope, "targets", { field: "name", search }, kind ? { kind } : {}, page);
}

export async function insertTarget(scope: Scope, given: Pick<Target, "kind" | "name" | "url">): Promise<Target> {
  const { kind, name, url } = given;
  const target: Target = { _id: newId("tgt"), kind, name, url, createdAt: scope.now, updatedAt: scope.now };
  await targets(scope).insertOne(target);
  return target;
}

export function updateTarget(
  scope: Scope,
  targetId: string,
  changes: Partial<Pick<Target, "name" | "url">>,
): Promise<Target | null> {
  return targets(scope).findOneAndUpdate({ _id: targetId }, { $set: { ...changes, updatedAt: scope.now } });
}

export function deleteTarget(scope: Scope, targetId: string): Promise<boolean> {
  return targets(scope).deleteOne({ _id: targetId });
}
