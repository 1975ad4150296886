import { randomBytes } from "node:crypto";
import fc, { type Arbitrary } from "fast-check";
import type { IndexDescription } from "mongodb";
import { createLogger } from "../../telemetry/logger.js";
import { openTestDatabase, testBackend } from "../../testing/index.js";
import type { Database } from "../database.types.js";
import { analyticsIndexes } from "./analytics-records.js";
import type { CountFilter } from "./query-counts.js";

/** Two processes with the same new database, which has this collection and those of analytics. */
export async function openTwoProcesses(collection: string): Promise<[Database, Database]> {
  const options = {
    url: testBackend().mongodbUrl,
    name: `test_kit_${randomBytes(4).toString("hex")}`,
    appName: "kit",
    logger: createLogger("kit", "silent"),
    indexes: { [collection]: [] as IndexDescription[], ...analyticsIndexes },
    tenancyGuard: "commands" as const,
  };
  return [await openTestDatabase(options), await openTestDatabase(options)];
}

/** Some of these values of one of these dimensions, or all but some. */
export const arbitraryFilter = (dimensions: readonly string[], values: readonly string[]): Arbitrary<CountFilter> =>
  fc.record({
    dimension: fc.constantFrom(...dimensions),
    isExcluding: fc.boolean(),
    values: fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 2 }),
  });

/** Whether a record is meant by all of these filters, by its own fields. */
export const isMeant = (record: object, filters: readonly CountFilter[]): boolean =>
  filters.every(({ dimension, isExcluding, values }) => values.includes(readValue(record, dimension)) !== isExcluding);

/** The value of a dimension that is a field of the record. */
export const readValue = (record: object, dimension: string): string =>
  (record as Record<string, unknown>)[dimension] as string;

/** Rows in an order of their own, to compare them. */
export const toTexts = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(row)).toSorted((one, other) => (one < other ? -1 : 1));
