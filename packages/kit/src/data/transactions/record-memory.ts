import { createCache } from "../../caches/index.js";
import type { BatchAttempt } from "./batch.types.js";

const businessesMax = 300;
const recordsPerBusinessMax = 200;

interface Remembered<T> {
  record: T;
  readAt: number;
}

/**
 * Records of one collection that this process has read or written, so that a batch need not read them again
 * (docs/decisions/0001-batched-writes.md). Bounded; any change by this process forgets the records of the business.
 *
 * Changes by other processes are not noticed here. Either the update of the record repeats in its filter what was remembered (see
 * `TenantCollection.appendUpdate`), or `maxAgeMs` says how late a change may be seen.
 */
export class RecordMemory<T> {
  readonly #businesses = createCache<Map<string, Remembered<T>>>({ max: businessesMax });

  constructor(private readonly maxAgeMs = Infinity) {}

  /**
   * The records with these keys: the remembered ones, the others as `find` reads them. A fresh attempt reads all of them. The entries of the returned
   * map are remembered with their values at the commit of the attempt.
   * @param attempt undefined for a preview: it reads all of them, and neither uses nor changes what is remembered
   */
  async read(
    attempt: BatchAttempt | undefined,
    businessId: string,
    keys: Iterable<string>,
    find: (missing: ReadonlySet<string>) => Promise<Map<string, T>>,
  ): Promise<Map<string, T>> {
    if (!attempt) return find(new Set(keys));
    if (attempt.isFresh) this.forget(businessId);
    const known = this.#ofBusiness(businessId);
    const readAt = performance.now();
    const records = new Map<string, T>();
    const missing = new Set<string>();
    for (const key of keys) {
      const found = known.get(key);
      if (found && readAt - found.readAt <= this.maxAgeMs) records.set(key, found.record);
      else missing.add(key);
    }
    if (records.size > 0) attempt.usesMemory = true;
    if (missing.size > 0) for (const [key, record] of await find(missing)) records.set(key, record);
    attempt.onCommit(() => this.#remember(businessId, known, records, readAt));
    return records;
  }

  forget(businessId: string): void {
    this.#businesses.delete(businessId);
  }

  #ofBusiness(businessId: string): Map<string, Remembered<T>> {
    const known = this.#businesses.get(businessId) ?? new Map<string, Remembered<T>>();
    this.#businesses.set(businessId, known);
    return known;
  }

  #remember(businessId: string, known: Map<string, Remembered<T>>, records: Map<string, T>, readAt: number): void {
    // Another map than the one at the read: this process has changed records meanwhile, and these may be older.
    if (this.#businesses.get(businessId) !== known) return;
    if (known.size + records.size > recordsPerBusinessMax) known.clear();
    if (records.size > recordsPerBusinessMax) return;
    for (const [key, record] of records) {
      // A record that was served from memory keeps its age.
      if (known.get(key)?.record !== record) known.set(key, { record, readAt });
    }
  }
}
