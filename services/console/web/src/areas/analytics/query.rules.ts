import { filtersMax, hourlyDaysMax } from "@tenant-ops/rest/analytics-limits";
import { addDays } from "../../i18n/local-day.rules.js";

// What is asked, how it stands in the address, and what is sent for it.

export const intervals = ["none", "hour", "day", "week", "month"] as const;
export const compares = ["previous_period", "previous_year", "none"] as const;
export const ranges = ["7", "30", "90", "month", "last-month", "own"] as const;

export type Interval = (typeof intervals)[number];
export type Compare = (typeof compares)[number];
export type RangeName = (typeof ranges)[number];

export interface ValueFilter {
  field: string;
  op: "in" | "not_in";
  values: readonly string[];
}

export interface NumbersQuery {
  collection: string;
  metrics: readonly string[];
  groupBy: readonly string[];
  /** Undefined: chosen by the range, and none for groups. */
  interval?: Interval | undefined;
  range: RangeName;
  /** The first and the last day of a range of one's own. */
  from?: string | undefined;
  to?: string | undefined;
  compare: Compare;
  filters: readonly ValueFilter[];
}

/** The collections of an answer, as far as a query needs them. */
export interface KnownCollection {
  name: string;
  metrics: readonly { name: string; additive: boolean; daily: boolean }[];
  dimensions: readonly { name: string }[];
  lastDay: string;
}

type Search = Readonly<Record<string, unknown>>;

const toText = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
const toList = (value: unknown): string[] => toText(value).split(",").filter(Boolean);
const toOneOf = <Value extends string>(value: unknown, allowed: readonly Value[]): Value | undefined =>
  allowed.find((one) => one === value);

/** @returns undefined without a collection: the address says nothing yet. Words that the server refuses stay, so that it can say so. */
export function readQuery(search: Search): NumbersQuery | undefined {
  const collection = toText(search["collection"]);
  if (collection === "") return undefined;
  const from = toText(search["from"]) || undefined;
  const to = toText(search["to"]) || undefined;
  return {
    collection,
    metrics: toList(search["metrics"]),
    groupBy: toList(search["by"]),
    interval: toOneOf(search["interval"], intervals),
    range: toOneOf(toText(search["range"]), ranges) ?? "30",
    from,
    to,
    compare: toOneOf(search["compare"], compares) ?? "none",
    filters: readFilters(toText(search["where"])),
  };
}

/** `product=stk_1&product=stk_2&-center=ctr_1`: a text, because the address has each name once. */
function readFilters(text: string): ValueFilter[] {
  const found = new Map<string, ValueFilter>();
  for (const [name, value] of new URLSearchParams(text)) {
    const isWithout = name.startsWith("-");
    const { values } = found.get(name) ?? { values: [] };
    const filter = { field: isWithout ? name.slice(1) : name, op: isWithout ? "not_in" : "in" } as const;
    found.set(name, { ...filter, values: [...values, value] });
  }
  return [...found.values()];
}

export function writeQuery(query: NumbersQuery): Record<string, string | undefined> {
  const filters = query.filters.flatMap(({ field, op, values }) =>
    values.map((value) => [op === "in" ? field : `-${field}`, value]),
  );
  const isOwn = query.range === "own";
  return {
    collection: query.collection,
    metrics: query.metrics.join(",") || undefined,
    by: query.groupBy.join(",") || undefined,
    interval: query.interval,
    range: query.range,
    from: isOwn ? query.from : undefined,
    to: isOwn ? query.to : undefined,
    compare: query.compare,
    where: new URLSearchParams(filters).toString() || undefined,
  };
}

/** What is shown first of a collection: the first two numbers that add up. */
export function startQuery({ name, metrics }: KnownCollection, before?: NumbersQuery): NumbersQuery {
  const sums = metrics.filter(({ additive }) => additive);
  return {
    range: before?.range ?? "30",
    from: before?.from,
    to: before?.to,
    compare: before?.compare ?? "previous_period",
    collection: name,
    metrics: (sums.length > 0 ? sums : metrics).slice(0, 2).map((metric) => metric.name),
    groupBy: [],
    filters: [],
  };
}

/** The first collection that was ever counted; else the first one. */
export const chooseCollection = <Collection extends KnownCollection>(
  collections: readonly Collection[],
): Collection | undefined => collections.find(({ lastDay }) => lastDay !== "") ?? collections[0];

/** The days of a query, as they are sent. */
export function toDays({ range, from, to }: Pick<NumbersQuery, "range" | "from" | "to">, today: string) {
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  switch (range) {
    case "own":
      return { dateFrom: from, dateTo: to };
    case "month":
      return { dateFrom: firstOfMonth, dateTo: today };
    case "last-month": {
      const last = addDays(firstOfMonth, -1);
      return { dateFrom: `${last.slice(0, 7)}-01`, dateTo: last };
    }
    default:
      return { lastDays: Number(range) };
  }
}

/** Whether the hours of these days are answered. */
export function mayBeHourly(query: NumbersQuery, today: string): boolean {
  const days = toDays(query, today);
  if (days.lastDays !== undefined) return days.lastDays <= hourlyDaysMax;
  const { dateFrom, dateTo = today } = days;
  if (!dateFrom) return false;
  return (Date.parse(dateTo) - Date.parse(dateFrom)) / 86_400_000 < hourlyDaysMax;
}

/** The numbers of a collection that are answered by the day only. */
export const listDaily = (collection: Pick<KnownCollection, "metrics"> | undefined): readonly string[] =>
  (collection?.metrics ?? []).filter(({ daily }) => daily).map(({ name }) => name);

/** The interval of the rows: a question about groups is first one about the whole range. */
function toInterval({ interval, groupBy, metrics }: NumbersQuery, daily: readonly string[]): Interval | "auto" {
  if (interval) return interval;
  return groupBy.length > 0 && !metrics.some((name) => daily.includes(name)) ? "none" : "auto";
}

/** What is sent for the rows of the table. */
export function toRequest(query: NumbersQuery, today: string, daily: readonly string[]) {
  const { collection, metrics, groupBy, filters, compare } = query;
  return {
    collection,
    metrics: [...metrics],
    groupBy: [...groupBy],
    interval: toInterval(query, daily),
    ...toDays(query, today),
    filters: filters.map(({ values, ...filter }) => ({ ...filter, values: [...values] })),
    compare,
  };
}

export type NumbersRequest = ReturnType<typeof toRequest>;

/** The same numbers without groups, by time: for the totals, the small lines and the chart of a question without groups. */
export const toSeriesRequest = (request: NumbersRequest): NumbersRequest => ({
  ...request,
  groupBy: [],
  interval: request.interval === "none" ? "auto" : request.interval,
});

/**
 * The rows by time of some combinations of values; there may be more, because two dimensions are filtered apart.
 * @returns undefined when the question has so many filters that there is no room for these
 */
export function toGroupRequest(
  request: NumbersRequest,
  metric: string,
  groups: readonly Readonly<Record<string, { value: string }>>[],
): NumbersRequest | undefined {
  const chosen = request.groupBy.map((field) => ({
    field,
    op: "in" as const,
    values: [...new Set(groups.map((dimensions) => dimensions[field]?.value ?? ""))],
  }));
  const filters = [...request.filters, ...chosen];
  if (groups.length === 0 || filters.length > filtersMax) return undefined;
  return { ...request, metrics: [metric], compare: "none", filters };
}

/** Changes one dimension's filter; without values there is none. */
export function setFilter(filters: readonly ValueFilter[], changed: ValueFilter): ValueFilter[] {
  const others = filters.filter(({ field }) => field !== changed.field);
  return changed.values.length > 0 ? [...others, changed] : others;
}
