import type { Call } from "@tenant-ops/kit/call";
import { type Database, parseDays, queryCounts } from "@tenant-ops/kit/data";
import { tools } from "@tenant-ops/proto";
import { agentCalls, amountSteps, consoleKey } from "@tenant-ops/rest/analytics";

const daysMax = 31;
const proposers = new Set(tools.filter(({ writer }) => writer !== undefined).map(({ name }) => name));
const ofCallers = [{ dimension: "key", isExcluding: true, values: [consoleKey] }];

/** The previews of one propose tool for one key or connection on one day. */
export interface PreviewCounts {
  /** Of the business: `2026-11-22`. */
  day: string;
  tool: string;
  key: string;
  previews: number;
  /** How many had a number in a step, by the lowest number of the step. */
  amounts: Record<number, number>;
}

/**
 * How many previews keys and connections got today and on the days before. It reads counters by tool and key, so it costs the same however many calls there were.
 * @throws Refusal too_many_combinations when there are more than 10,000 on one day
 */
export async function countPreviews(db: Database, call: Call, days: number): Promise<PreviewCounts[]> {
  const range = { timeZone: call.timeZone, now: new Date(), daysDefault: days, daysMax };
  return db.snapshot(call, async (scope) => {
    const rows: PreviewCounts[] = [];
    for (const { day, start, end } of parseDays({ dateFrom: "", dateTo: "" }, range)) {
      const query = { groupBy: ["tool", "key"], filters: ofCallers, bounds: [start, end] as [Date, Date] };
      for (const { values, counts } of await queryCounts(scope, agentCalls, query)) {
        const [tool = "", key = ""] = values;
        if (proposers.has(tool)) rows.push({ day, tool, key, ...readPreviews(counts) });
      }
    }
    return rows;
  });
}

function readPreviews(counts: Record<string, number>): Pick<PreviewCounts, "previews" | "amounts"> {
  const amounts = amountSteps.flatMap(({ counter, from }) => {
    const count = counts[counter] ?? 0;
    return count > 0 ? [[from, count]] : [];
  });
  return { previews: (counts["calls"] ?? 0) - (counts["refused"] ?? 0), amounts: Object.fromEntries(amounts) };
}
