import type { Call } from "@tenant-ops/kit/call";
import { type Database, dayMs, queryCounts } from "@tenant-ops/kit/data";
import { tools } from "@tenant-ops/proto";
import { agentCalls, amountSteps, consoleKey } from "@tenant-ops/rest/analytics";

const quarterMs = 15 * 60_000;
const proposers = new Set(tools.filter(({ writer }) => writer !== undefined).map(({ name }) => name));
const ofCallers = [{ dimension: "key", isExcluding: true, values: [consoleKey] }];

/** The previews of one propose tool for one key or connection. */
export interface PreviewCounts {
  tool: string;
  key: string;
  previews: number;
  /** How many had a number in a step, by the lowest number of the step. */
  amounts: Record<number, number>;
}

/**
 * How many previews keys and connections got in the last days. It reads counters by tool and key, so it costs the same however many calls there were.
 * @throws Refusal too_many_combinations when there are more than 10,000 on one day
 */
export async function countPreviews(db: Database, call: Call, days: number): Promise<PreviewCounts[]> {
  const now = Date.now();
  return db.snapshot(call, async (scope) => {
    const found = new Map<string, PreviewCounts>();
    // Day by day: a query reads a limited number of combinations.
    for (const bounds of splitDays(now - days * dayMs, now)) {
      const query = { groupBy: ["tool", "key"], filters: ofCallers, bounds };
      for (const { values, counts } of await queryCounts(scope, agentCalls, query)) addRow(found, values, counts);
    }
    return [...found.values()];
  });
}

/** The days in UTC of a range, as bounds of queries; the first one is cut at a quarter of an hour, the last one is whole. */
function splitDays(from: number, until: number): [Date, Date][] {
  const days: [Date, Date][] = [];
  for (let start = from - (from % quarterMs); start <= until;) {
    const end = start - (start % dayMs) + dayMs;
    days.push([new Date(start), new Date(end)]);
    start = end;
  }
  return days;
}

function addRow(
  found: Map<string, PreviewCounts>,
  [tool = "", key = ""]: readonly string[],
  counts: Record<string, number>,
) {
  if (!proposers.has(tool)) return;
  const name = `${tool}|${key}`;
  const row = found.get(name) ?? { tool, key, previews: 0, amounts: {} };
  found.set(name, row);
  row.previews += (counts["calls"] ?? 0) - (counts["refused"] ?? 0);
  for (const { counter, from } of amountSteps) {
    const count = counts[counter] ?? 0;
    if (count > 0) row.amounts[from] = (row.amounts[from] ?? 0) + count;
  }
}
