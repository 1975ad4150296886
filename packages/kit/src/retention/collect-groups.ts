import type { Scope } from "../data/scope.types.js";
import { type ArchivedGroup, toArchivedGroup } from "./archive-format.rules.js";
import type { HistoryKind } from "./retention.types.js";

const groupsPerSearch = 200;

export interface CollectedGroups {
  groups: ArchivedGroup[];
  /** Where to go on; undefined at the end. */
  next: string | undefined;
}

interface CollectLimits {
  /** More groups than this are not begun, nor after so many bytes. */
  groups: number;
  bytes: number;
  isOver: () => boolean;
}

/** The next groups that are old, until a limit is reached. */
export async function collectGroups(
  openScope: () => Scope,
  kind: HistoryKind,
  { before, after }: { before: Date; after: string },
  limits: CollectLimits,
): Promise<CollectedGroups> {
  const groups: ArchivedGroup[] = [];
  let bytes = 0;
  let next: string | undefined = after;
  while (next !== undefined && groups.length < limits.groups && bytes < limits.bytes && !limits.isOver()) {
    const limit = Math.min(groupsPerSearch, limits.groups - groups.length);
    const found = await kind.find(openScope(), { before, after: next, limit });
    for (const group of found.groups.map((one) => toArchivedGroup(one, kind))) {
      groups.push(group);
      bytes += group.reduce((sum, { line }) => sum + Buffer.byteLength(line), 0);
    }
    ({ next } = found);
  }
  return { groups, next };
}
