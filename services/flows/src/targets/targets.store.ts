import {
  findPageByWords,
  type IndexDescription,
  newId,
  type Page,
  type PageRequest,
  planWordSearch,
  type Scope,
  toChangedWords,
  toSearchWords,
  wordIndex,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { PlannedTarget, Target } from "./targets.rules.js";

export const targetIndexes: IndexDescription[] = [
  { key: { createdAt: -1, _id: -1 } },
  { key: { kind: 1, createdAt: -1, _id: -1 } },
  wordIndex(),
  wordIndex(["kind"]),
];

const targets = (scope: Scope) => scope.collection<Target>("targets");

export function findTarget(scope: Scope, targetId: string): Promise<Target | null> {
  return targets(scope).findById(targetId);
}

interface TargetFilter {
  kind: Target["kind"] | undefined;
  /** Words of the name; empty means all. */
  search: string;
}

export function listTargets(scope: Scope, { kind, search }: TargetFilter, page: PageRequest): Promise<Page<Target>> {
  return findPageByWords<Target>(scope, "targets", { search: planWordSearch(search), equal: { kind } }, page);
}

export async function insertTarget(scope: WriteScope, given: PlannedTarget): Promise<Target> {
  const { kind, name, url } = given;
  const words = toSearchWords(name);
  const target: Target = { _id: newId("tgt"), kind, name, words, url, createdAt: scope.now, updatedAt: scope.now };
  await targets(scope).insertOne(target);
  return target;
}

export function updateTarget(
  scope: WriteScope,
  targetId: string,
  changes: Partial<Pick<PlannedTarget, "name" | "url">>,
): Promise<Target | null> {
  return targets(scope).findOneAndUpdate(
    { _id: targetId },
    { $set: { ...changes, ...toChangedWords(changes.name), updatedAt: scope.now } },
  );
}

export function deleteTarget(scope: WriteScope, targetId: string): Promise<boolean> {
  return targets(scope).deleteOne({ _id: targetId });
}
