import type { Call } from "@tenant-ops/kit/call";
import { hasScope, requireScopes } from "@tenant-ops/kit/call";
import { invalid, quote } from "@tenant-ops/kit/errors";
import type { FieldsOf } from "@tenant-ops/kit/rpc";
import type { QueryFilter, QueryRequest } from "@tenant-ops/proto/analytics";
import { type AnalyticsCollection, analyticsCollections, type Metric } from "@tenant-ops/rest/analytics";
import {
  chooseInterval,
  type IntervalName,
  planDays,
  type PlannedRange,
  planPrevious,
  planRange,
} from "./intervals.rules.js";

export type Compare = "none" | "previous_period" | "previous_year";

/** A query whose words are all known. */
export interface QueryPlan {
  collection: AnalyticsCollection;
  metrics: Metric[];
  groupBy: readonly string[];
  filters: { dimension: string; excludes: boolean; values: readonly string[] }[];
  interval: IntervalName;
  /** Whether the caller left the interval to us. */
  isIntervalChosen: boolean;
  timeZone: string;
  range: PlannedRange;
  previous?: PlannedRange;
  /** A metric, or `time`. */
  orderBy: string;
}

/** A query as the tool and the REST route take it. */
export type QueryInput = Omit<FieldsOf<QueryRequest>, "filters"> & { filters: FieldsOf<QueryFilter>[] };

/**
 * Checks every word of a query: nothing that was asked for is ignored.
 * @throws Refusal invalid_argument that lists the known words; forbidden without the scope of the collection
 */
export function planQuery(
  query: Omit<QueryInput, "limit" | "cursor">,
  { timeZone, ...call }: Call,
  now: Date,
): QueryPlan {
  const collection = requireCollection(query.collection, call);
  const metrics = query.metrics.map((name) => requireMetric(collection, name));
  const days = planDays(query, timeZone, now);
  const distinct = metrics.find(({ formula }) => formula.kind === "distinct");
  const interval = resolveInterval(query.interval as IntervalName | "auto", distinct ? "day" : chooseInterval(days));
  if (distinct && interval !== "day") {
    const sentence = `${distinct.name} does not add up over days, so it is answered by the day only: send interval day, or leave it out.`;
    throw invalid("interval", sentence);
  }
  const range = planRange(days, interval, timeZone);
  const compare = query.compare as Compare;
  return {
    collection,
    metrics,
    groupBy: query.groupBy.map((name) => requireDimension(collection, "group_by", name)),
    filters: query.filters.map(({ field, op, values }, index) => ({
      dimension: requireDimension(collection, `filters[${index}].field`, field),
      excludes: op === "not_in",
      values,
    })),
    interval,
    isIntervalChosen: query.interval === "auto",
    timeZone: timeZone || "UTC",
    range,
    ...(compare !== "none" && { previous: planPrevious(range, compare, timeZone, query) }),
    orderBy: resolveOrder(query.orderBy, metrics, interval),
  };
}

const resolveInterval = (given: IntervalName | "auto", chosen: IntervalName): IntervalName =>
  given === "auto" ? chosen : given;

function resolveOrder(given: string, metrics: readonly Metric[], interval: IntervalName): string {
  const names = metrics.map(({ name }) => name);
  if (given === "") return interval === "none" ? (names[0] ?? "time") : "time";
  return requireWord("order_by", given, ["time", ...names], "what can be sorted by");
}

/** The collections whose numbers this caller may read. */
export function listReadable(caller: Pick<Call, "scopes">): AnalyticsCollection[] {
  return analyticsCollections.filter(({ scope }) => hasScope(caller, scope));
}

/** @throws Refusal invalid_argument, forbidden */
export function requireCollection(name: string, caller: Pick<Call, "scopes">): AnalyticsCollection {
  const names = analyticsCollections.map((collection) => collection.name);
  requireWord("collection", name, names, "the collections", whichCounts(name));
  const collection = analyticsCollections.find((one) => one.name === name);
  if (!collection) throw new Error("a known collection was not found");
  requireScopes(caller, [collection.scope], `the numbers of ${name}`);
  return collection;
}

function requireMetric({ name: collection, metrics }: AnalyticsCollection, name: string): Metric {
  const names = metrics.map((metric) => metric.name);
  requireWord("metrics", name, names, `the metrics of ${collection}`, whereElse("metrics", name));
  const metric = metrics.find((one) => one.name === name);
  if (!metric) throw new Error("a known metric was not found");
  return metric;
}

/** @throws Refusal invalid_argument */
export function requireDimension(
  { name: collection, dimensions }: AnalyticsCollection,
  field: string,
  name: string,
): string {
  const hint = intervals.has(name) ? ` For rows by time send interval ${name}.` : whereElse("dimensions", name);
  return requireWord(field, name, dimensions, `the dimensions of ${collection}`, hint);
}

/** What a model takes for a dimension. */
const intervals = new Set(["hour", "day", "week", "month"]);

/** Collections of an area or with a metric, whose name was sent as that of a collection. */
function whichCounts(name: string): string {
  const found = analyticsCollections.filter(
    ({ service, metrics }) => service === name || metrics.some((metric) => metric.name === name),
  );
  return found.length === 0 ? "" : ` ${quote(name)} is counted by ${found.map((one) => one.name).join(", ")}.`;
}

/** Which collections have a metric or a dimension of this name: the nearest question that can be answered. */
function whereElse(kind: "metrics" | "dimensions", name: string): string {
  const others = analyticsCollections.filter((collection) =>
    kind === "dimensions"
      ? collection.dimensions.includes(name)
      : collection.metrics.some((metric) => metric.name === name),
  );
  return others.length === 0 ? "" : ` ${quote(name)} belongs to ${others.map((other) => other.name).join(", ")}.`;
}

function requireWord(field: string, given: string, known: readonly string[], what: string, hint = ""): string {
  if (known.includes(given)) return given;
  const nearest = hint === "" ? findNearest(given, known) : undefined;
  const question = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  throw invalid(field, `${quote(given)} is unknown; ${what} are ${known.join(", ")}.${hint}${question}`, "one_of");
}

/** The known word that shares the most beginnings of words with what was given; undefined when none is like it. */
export function findNearest(given: string, known: readonly string[]): string | undefined {
  const pairsOf = (word: string) =>
    new Set(Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2)));
  const wanted = pairsOf(given.toLowerCase());
  const scored = known.map((word) => {
    const pairs = pairsOf(word);
    const common = [...pairs].filter((pair) => wanted.has(pair)).length;
    return { word, score: (2 * common) / Math.max(1, pairs.size + wanted.size) };
  });
  const [best] = scored.toSorted((one, other) => other.score - one.score);
  return best && best.score >= 0.4 ? best.word : undefined;
}
