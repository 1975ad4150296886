import type { UseQueryResult } from "@tanstack/react-query";
import { useBusiness } from "../../api/business.js";
import { useRecord } from "../../api/public-api.js";
import { BarChart } from "../../components/charts/bar-chart.js";
import { Loaded } from "../../components/loaded.js";
import { useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { toFirstDay, toPeriod } from "./home.rules.js";

/** The answer of every route that counts per day. */
interface DailyCounts<Name extends string> {
  days: readonly { day: string; counts: Readonly<Record<Name, number>> }[];
}

/** The days that the charts show. */
function useRange(): { dateFrom: string } {
  const { timeZone } = useBusiness().business;
  return { dateFrom: toFirstDay(new Date(useNow()), timeZone) };
}

interface DayChartProps<Name extends string> {
  title: string;
  /** The page with the records, within the business. */
  to: string;
  counts: UseQueryResult<DailyCounts<Name>>;
  /** The counter that the bars show. */
  name: NoInfer<Name>;
  /** Other counters, each with its words. */
  others?: Partial<Record<NoInfer<Name>, (count: string) => string>>;
}

function DayChart<Name extends string>({ title, to, counts, name, others = {} }: DayChartProps<Name>) {
  const t = useMessages("home").charts;
  const format = useFormat();
  const { _id: businessId } = useBusiness().business;
  const signed = { style: "percent", signDisplay: "exceptZero", maximumFractionDigits: 0 } as const;
  return (
    <Loaded query={counts}>
      {({ days }) => {
        const { points, total, before } = toPeriod(days, name);
        const change = before > 0 ? t.change(format.number(total / before - 1, signed)) : undefined;
        const notes = Object.entries(others).map(([other, words]) =>
          (words as (count: string) => string)(format.number(toPeriod(days, other as Name).total)),
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

export function WithdrawalChart() {
  const t = useMessages("home").charts;
  const counts = useRecord("supply", "getSupplyDailyCounts", useRange());
  return (
    <DayChart
      title={t.withdrawals}
      to="/supply/withdrawals"
      counts={counts}
      name="withdrawals"
      others={{ units: t.units }}
    />
  );
}

export function SpinChart() {
  const t = useMessages("home").charts;
  const counts = useRecord("roulettes", "getRouletteDailyCounts", useRange());
  const others = { prizesWon: t.prizesWon, prizesClaimed: t.prizesClaimed };
  return <DayChart title={t.spins} to="/roulettes" counts={counts} name="spins" others={others} />;
}

export function EnrollmentChart() {
  const t = useMessages("home").charts;
  const counts = useRecord("learning", "getLearningDailyCounts", useRange());
  return (
    <DayChart
      title={t.enrollments}
      to="/learning/learners"
      counts={counts}
      name="enrollments"
      others={{ completions: t.completions }}
    />
  );
}

const useFlowCounts = () => useRecord("flows", "getFlowDailyCounts", useRange());

export function VisitChart() {
  const t = useMessages("home").charts;
  const others = { uniqueVisits: t.visitors };
  return <DayChart title={t.visits} to="/flows" counts={useFlowCounts()} name="visits" others={others} />;
}

export function RegistrationChart() {
  const t = useMessages("home").charts;
  return <DayChart title={t.registrations} to="/flows" counts={useFlowCounts()} name="registrations" />;
}

export function DeliveryChart() {
  const t = useMessages("home").charts;
  const counts = useRecord("webhooks", "getWebhookDailyCounts", useRange());
  return (
    <DayChart
      title={t.deliveries}
      to="/webhooks/deliveries"
      counts={counts}
      name="delivered"
      others={{ failed: t.failed }}
    />
  );
}
