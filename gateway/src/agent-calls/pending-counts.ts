import { randomUUID } from "node:crypto";
import { dayMs } from "@tenant-ops/kit/data";
import { createCache } from "@tenant-ops/kit/caches";
import { type CallDimensions, otherValue } from "./agent-calls.rules.js";

/** Names of clients that a process keeps per business and day. A client says its name itself, so it could send another one with each call. */
export const clientsMax = 20;
/** Combinations of a business between two transactions; 500 records are one command. */
export const combinationsMax = 500;
/** Businesses with calls that are not stored yet. */
export const businessesMax = 10_000;
const quarterMs = 15 * 60_000;

/** The counts of one combination in one quarter of an hour. */
export interface PendingRow {
  values: CallDimensions;
  at: Date;
  counts: Record<string, number>;
}

/** The rows of one transaction. A repetition has the same id, so it is counted once. */
export interface PendingBatch {
  id: string;
  businessId: string;
  rows: readonly PendingRow[];
}

interface PendingBusiness {
  rows: Map<string, PendingRow>;
  /** Was taken and is not stored yet. */
  batch?: PendingBatch;
}

/**
 * Calls that are counted in memory until a transaction stores them, in bounded memory. Totals stay exact beyond the bounds: what has no place of its own
 * is counted under `other`. Only calls of businesses beyond `businessesMax` are lost, and `lost` says how many.
 */
export class PendingCounts {
  readonly #businesses = new Map<string, PendingBusiness>();
  readonly #clients = createCache<{ day: number; names: Set<string> }>({ max: businessesMax });
  #lost = 0;

  add(businessId: string, values: CallDimensions, atMs: number, counts: Record<string, number>): void {
    let business = this.#businesses.get(businessId);
    if (!business) {
      if (this.#businesses.size >= businessesMax) {
        this.#lost += 1;
        return;
      }
      business = { rows: new Map() };
      this.#businesses.set(businessId, business);
    }
    const quarter = Math.floor(atMs / quarterMs);
    const client = this.#keepClient(businessId, values.client, atMs);
    const row = findRow(business, { ...values, client }, quarter);
    for (const name in counts) row.counts[name] = (row.counts[name] ?? 0) + (counts[name] ?? 0);
  }

  /** What has to be stored now: of each business the batch that was not stored before, or else all that has come since. */
  take(): PendingBatch[] {
    const batches: PendingBatch[] = [];
    for (const [businessId, business] of this.#businesses) {
      if (!business.batch && business.rows.size > 0) {
        business.batch = { id: randomUUID(), businessId, rows: [...business.rows.values()] };
        business.rows = new Map();
      }
      if (business.batch) batches.push(business.batch);
      else this.#businesses.delete(businessId);
    }
    return batches;
  }

  /** Call it when a batch was stored, or must not be. */
  remove({ businessId, id }: PendingBatch): void {
    const business = this.#businesses.get(businessId);
    if (business?.batch?.id === id) delete business.batch;
  }

  /** How many calls were lost since it was asked last. */
  takeLost(): number {
    const lost = this.#lost;
    this.#lost = 0;
    return lost;
  }

  #keepClient(businessId: string, client: string, atMs: number): string {
    const day = Math.floor(atMs / dayMs);
    let known = this.#clients.get(businessId);
    if (known?.day !== day) {
      known = { day, names: new Set() };
      this.#clients.set(businessId, known);
    }
    if (known.names.has(client)) return client;
    if (known.names.size >= clientsMax) return otherValue;
    known.names.add(client);
    return client;
  }
}

const others: CallDimensions = { tool: otherValue, key: otherValue, client: otherValue, error_code: otherValue };

function findRow({ rows }: PendingBusiness, values: CallDimensions, quarter: number): PendingRow {
  const name = `${quarter}|${values.tool}|${values.key}|${values.error_code}|${values.client}`;
  const known = rows.get(name);
  if (known) return known;
  const isFull = rows.size >= combinationsMax;
  if (isFull && values !== others) return findRow({ rows }, others, quarter);
  const row = { values, at: new Date(quarter * quarterMs), counts: {} };
  rows.set(name, row);
  return row;
}
