import type { Reply } from "../../api/public-api.js";

// What an answer says beside its numbers. The notice of the server is English, so the sentences are made from the fields.

export type Answer = Reply<"analytics", "queryAnalytics">;
export type AnswerRow = Answer["rows"][number];
export type AnswerMetric = Answer["metrics"][number];

/** Whether nothing was counted in the whole range. */
export const isNothing = ({ notice }: Pick<Answer, "notice">): boolean => notice.startsWith("no_results");

export type Remark =
  /** The range is not over. */
  | "running"
  /** An interval has not all of its days, because the range cuts it off. */
  | "cut"
  /** Numbers can still rise although their time is over. */
  | "maturing"
  /** The range it is compared with had more time. */
  | "moreTime"
  /** Different people of several days may be the same. */
  | "daily"
  /** Rates of totals come from their parts. */
  | "rates";

type Remarked = Pick<Answer, "rows" | "totals" | "range"> & {
  metrics: readonly Pick<AnswerMetric, "name" | "additive" | "daily">[];
};

/** @param today in the time zone of the answer */
export function listRemarks({ rows, totals, range, metrics }: Remarked, today: string): Remark[] {
  const isRunning = range.to >= today;
  const latest = rows.reduce((last, { time }) => (time > last ? time : last), "");
  const isCut = rows.some(({ partial, time }) => partial && time !== "" && (time !== latest || !isRunning));
  const isMaturing = rows.some(({ maturing }) => maturing);
  return [
    ...(isRunning ? (["running"] as const) : []),
    ...(isCut ? (["cut"] as const) : []),
    ...(isMaturing ? (["maturing"] as const) : []),
    ...(range.previous && (isRunning || isMaturing) ? (["moreTime"] as const) : []),
    ...(metrics.some(({ daily }) => daily) ? (["daily"] as const) : []),
    ...(metrics.some(({ name, additive }) => !additive && name in totals) ? (["rates"] as const) : []),
  ];
}

export interface Change {
  /** As a part of the number before: 0.25 is a quarter more. For rates, percentage points. */
  amount: number;
  isPoints: boolean;
  /** Undefined when nothing has changed. */
  isBetter: boolean | undefined;
}

/** @returns undefined where there is nothing to compare with */
export function toChange(
  { unit, better }: Pick<AnswerMetric, "unit" | "better">,
  value: number | undefined,
  previous: number | undefined,
): Change | undefined {
  if (value === undefined || previous === undefined) return undefined;
  const isPoints = unit === "percent";
  if (!isPoints && previous === 0) return undefined;
  const isBetter = value === previous ? undefined : value > previous === (better === "more");
  return { amount: isPoints ? value - previous : value / previous - 1, isPoints, isBetter };
}

/** The combination of values of a row, to compare rows. */
export const toGroupKey = ({ dimensions }: Pick<AnswerRow, "dimensions">): string =>
  JSON.stringify(Object.entries(dimensions).map(([name, { value }]) => [name, value]));

/** Times that two rows share on the clock: when clocks go back, an hour occurs twice. They are told apart by their offset. */
export function findDoubleHours(rows: readonly Pick<AnswerRow, "time">[]): ReadonlySet<string> {
  const offsets = new Map<string, Set<string>>();
  for (const { time } of rows) {
    const clock = time.slice(0, 16);
    offsets.set(clock, (offsets.get(clock) ?? new Set()).add(time));
  }
  return new Set([...offsets.values()].filter((times) => times.size > 1).flatMap((times) => [...times]));
}
