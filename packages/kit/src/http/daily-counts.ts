import * as z from "zod";
import type { Call } from "../call/call.js";
import { readDailyCounts } from "../data/counts/daily-counts.js";
import type { Database } from "../data/database.types.js";
import { type LocalDay, parseDays } from "../data/time/local-days.js";
import { dayOrNone } from "./date-fields.js";

const daysDefault = 30;
const daysMax = 366;

/** The query of every route that counts per day. */
export const dailyCountsQuery = z.strictObject({
  dateFrom: dayOrNone
    .default("")
    .describe(`First day, \`2026-11-21\`, in the time zone of the business; left out: ${daysDefault} days in all.`),
  dateTo: dayOrNone.default("").describe(`Last day, included; left out: today. At most ${daysMax} days.`),
});

/** The answer of every route that counts per day. @param counts one field per counter */
export function dailyCountsReply<Counts extends z.ZodType>(counts: Counts) {
  return z.strictObject({
    timeZone: z.string().describe("In which the days begin and end: that of the business."),
    days: z
      .array(z.strictObject({ day: z.iso.date(), counts }))
      .describe("Every day of the range, the first one first, also days on which nothing happened."),
    totals: counts.describe("Of all these days together."),
  });
}

/**
 * The days that a caller asks for.
 * @throws Refusal invalid_argument for a day that does not exist, and for a range that is too long or ends before it begins
 */
export function parseCountedDays(given: z.output<typeof dailyCountsQuery>, { timeZone }: Call, now: Date): LocalDay[] {
  return parseDays(given, { timeZone, now, daysDefault, daysMax });
}

/**
 * @param subject for what it was counted; the whole business by default
 * @throws Refusal as `parseCountedDays`
 */
export async function answerDailyCounts<Name extends string>(
  { scope: open }: Pick<Database, "scope">,
  call: Call,
  names: readonly Name[],
  given: z.output<typeof dailyCountsQuery>,
  subject = "",
) {
  const scope = open(call);
  const { timeZone } = call;
  const days = await readDailyCounts(scope, subject, names, parseCountedDays(given, call, scope.now));
  const sum = (name: Name) => days.reduce((total, { counts }) => total + counts[name], 0);
  const totals = Object.fromEntries(names.map((name) => [name, sum(name)])) as Record<Name, number>;
  return { timeZone: timeZone || "UTC", days, totals };
}
