import type { Filter } from "mongodb";
import type { Scope } from "../data/tenancy/scope.types.js";
import { type ArchivedGroup, listAttachmentsOf, toArchivedGroup } from "./archive-format.rules.js";
import type {
  FoundHistory,
  HistoryGroup,
  HistoryKind,
  HistoryPart,
  HistoryRecord,
  HistorySearch,
} from "./retention.types.js";

const groupsPerSearch = 200;

export interface CollectedGroups {
  groups: ArchivedGroup[];
  /** Position of the next search; undefined at the end. */
  next: string | undefined;
  /** Set when the groups are a part of one large group. */
  part?: HistoryPart;
}

interface CollectLimits {
  /** No further group is added after this many groups, bytes of records, or bytes of their attachments. */
  groups: number;
  bytes: number;
  attachmentBytes: number;
  isOver: () => boolean;
}

/**
 * Searches of one call. Much history can be old and still not deletable, such as prizes that were never claimed. Then a call ends without a
 * group, so that other businesses are processed.
 */
const searchesMax = 20;

interface CollectSearch {
  /** Only groups that ended before this time. */
  before: Date;
  /** Position of the search; empty at the beginning. */
  after: string;
  /** Ids of groups that are not collected. */
  except: ReadonlySet<string>;
}

/** Collects the next old groups until a limit is reached. */
export async function collectGroups(
  openScope: () => Scope,
  kind: HistoryKind,
  { before, after, except }: CollectSearch,
  limits: CollectLimits,
): Promise<CollectedGroups> {
  const groups: ArchivedGroup[] = [];
  const toArchived = (found: readonly HistoryGroup[]) =>
    found.flatMap((group) => (except.has(group[0].record._id) ? [] : [toArchivedGroup(group, kind)]));
  let bytes = 0;
  let attachmentBytes = 0;
  let next: string | undefined = after;
  const hasRoom = () =>
    groups.length < limits.groups && bytes < limits.bytes && attachmentBytes < limits.attachmentBytes;
  for (let search = 0; next !== undefined && hasRoom() && search < searchesMax && !limits.isOver(); search += 1) {
    const limit = Math.min(groupsPerSearch, limits.groups - groups.length);
    const found = await kind.find(openScope(), { before, after: next, limit });
    // A part gets its own file. The same search finds it again after this file.
    if (found.part && groups.length > 0) return { groups, next };
    if (found.part) return { groups: toArchived(found.part.groups), next: found.next, part: found.part };
    for (const group of toArchived(found.groups)) {
      groups.push(group);
      bytes += sum(group, ({ line }) => Buffer.byteLength(line));
      attachmentBytes += sum(listAttachmentsOf([group]), (attachment) => attachment.bytes);
    }
    ({ next } = found);
  }
  return { groups, next };
}

function sum<Item>(items: readonly Item[], toNumber: (item: Item) => number): number {
  return items.reduce((total, item) => total + toNumber(item), 0);
}

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
