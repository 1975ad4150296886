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
} from "@tenant-ops/kit/data";

type OwnTargetKind = "survey" | "event";

/** A survey or an event of another site. We store its name and address, so that flows can redirect to it. */
export interface Target {
  _id: string;
  kind: OwnTargetKind;
  name: string;
  /** Of the name, for searches. */
  words: string[];
  url: string;
  createdAt: Date;
  updatedAt: Date;
}

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
  kind: OwnTargetKind | undefined;
  /** Words of the name; empty means all. */
  search: string;
}

export function listTargets(scope: Scope, { kind, search }: TargetFilter, page: PageRequest): Promise<Page<Target>> {
  return findPageByWords<Target>(scope, "targets", { search: planWordSearch(search), equal: { kind } }, page);
}

export async function insertTarget(scope: Scope, given: Pick<Target, "kind" | "name" | "url">): Promise<Target> {
  const { kind, name, url } = given;
  const words = toSearchWords(name);
  const target: Target = { _id: newId("tgt"), kind, name, words, url, createdAt: scope.now, updatedAt: scope.now };
  await targets(scope).insertOne(target);
  return target;
}

export function updateTarget(
  scope: Scope,
  targetId: string,
  changes: Partial<Pick<Target, "name" | "url">>,
): Promise<Target | null> {
  return targets(scope).findOneAndUpdate(
    { _id: targetId },
    { $set: { ...changes, ...toChangedWords(changes.name), updatedAt: scope.now } },
  );
}

export function deleteTarget(scope: Scope, targetId: string): Promise<boolean> {
  return targets(scope).deleteOne({ _id: targetId });
}
