/** Number of records in one collection of one service. */
export interface RecordCount {
  service: string;
  collection: string;
  records: number;
}

/** The counts of one service, as it reports them. */
export function nameService(service: string, counts: readonly Omit<RecordCount, "service">[]): RecordCount[] {
  return counts.map(({ collection, records }) => ({ service, collection, records }));
}

/** Merges reported sums. The sums of a service only grow; a service that did not report this time keeps its earlier sums. */
export function mergeCounts(before: readonly RecordCount[], reported: readonly RecordCount[]): RecordCount[] {
  const byName = new Map(before.map((one) => [toName(one), one]));
  for (const one of reported) {
    const records = Math.max(one.records, byName.get(toName(one))?.records ?? 0);
    byName.set(toName(one), { ...one, records });
  }
  return [...byName.values()];
}

/** Adds up several counts, such as those of a business and of its sandbox, and leaves out empty collections. */
export function addCounts(counts: readonly RecordCount[]): RecordCount[] {
  const sums = new Map<string, RecordCount>();
  for (const one of counts)
    sums.set(toName(one), { ...one, records: (sums.get(toName(one))?.records ?? 0) + one.records });
  return [...sums.values()].filter(({ records }) => records > 0);
}

const toName = ({ service, collection }: RecordCount): string => `${service}.${collection}`;
