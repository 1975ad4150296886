import { useBusiness } from "../../api/business.js";
import type { Client } from "../../api/client.js";
import { type Input, type Reply, useRecord } from "../../api/public-api.js";
import { BarChart } from "../../components/charts/bar-chart.js";
import { Loaded, type Read } from "../../components/loaded.js";
import { useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { toFirstDay, toPeriod } from "./home.rules.js";

/** The answer of every operation that counts per day. */
interface DailyCounts<Name extends string> {
  days: readonly { day: string; counts: Readonly<Record<Name, number>> }[];
}

type Counter<Area extends keyof Client, Operation extends keyof Client[Area]> =
  Reply<Area, Operation> extends DailyCounts<infer Name> ? Name : never;

interface DayChartProps<Area extends keyof Client, Operation extends keyof Client[Area]> {
  title: string;
  /** The page with the records, within the business. */
  to: string;
  area: Area;
  /** It counts per day. */
  operation: Operation;
  /** The counter that the bars show. */
  name: Counter<Area, Operation>;
  /** Other counters, each with its words. */
  others?: Partial<Record<Counter<Area, Operation>, (count: string) => string>>;
}

/** A counter of the last days, compared with as many before. */
export function DayChart<Area extends keyof Client, Operation extends keyof Client[Area]>({
  title,
  to,
  area,
  operation,
  name,
  others = {},
}: DayChartProps<Area, Operation>) {
  const t = useMessages("home").charts;
  const format = useFormat();
  const { _id: businessId, timeZone } = useBusiness().business;
  const range = { dateFrom: toFirstDay(new Date(useNow()), timeZone) } as Input<Area, Operation>;
  const counts = useRecord(area, operation, range) as Read<DailyCounts<string>>;
  const signed = { style: "percent", signDisplay: "exceptZero", maximumFractionDigits: 0 } as const;
  return (
    <Loaded query={counts}>
      {({ days }) => {
        const { points, total, before } = toPeriod(days, name);
        const change = before > 0 ? t.change(format.number(total / before - 1, signed)) : undefined;
        const notes = Object.entries(others).map(([other, words]) =>
          (words as (count: string) => string)(format.number(toPeriod(days, other).total)),
        );
        return (
          <BarChart
            title={title}
            to={`/b/${businessId}${to}`}
            total={total}
            notes={[change, ...notes]}
            points={points}
          />
        );
      }}
    </Loaded>
  );
}
