import type { UseQueryResult } from "@tanstack/react-query";
import { useRecord } from "../../api/public-api.js";
import { BarChart } from "../../components/bar-chart.js";
import { Loaded } from "../../components/loaded.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { toPoints } from "./home.rules.js";

/** The answer of every route that counts per day. */
interface DailyCounts<Name extends string> {
  days: readonly { day: string; counts: Readonly<Record<Name, number>> }[];
  totals: Readonly<Record<Name, number>>;
}

interface DayChartProps<Name extends string> {
  title: string;
  counts: UseQueryResult<DailyCounts<Name>>;
  /** The counter that the bars show. */
  name: NoInfer<Name>;
  /** The numbers of all days in a few words. */
  summary: (totals: Readonly<Record<Name, number>>) => string;
}

function DayChart<Name extends string>({ title, counts, name, summary }: DayChartProps<Name>) {
  return (
    <Loaded query={counts}>
      {({ days, totals }) => <BarChart title={title} summary={summary(totals)} points={toPoints(days, name)} />}
    </Loaded>
  );
}

export function WithdrawalChart() {
  const t = useMessages("home").charts;
  const format = useFormat();
  const counts = useRecord(["home", "supply"], ({ supply }, settings) => supply.getSupplyDailyCounts({}, settings));
  return (
    <DayChart
      title={t.withdrawals}
      counts={counts}
      name="withdrawals"
      summary={({ withdrawals, units }) => t.withdrawalSum(format.number(withdrawals), format.number(units))}
    />
  );
}

export function SpinChart() {
  const t = useMessages("home").charts;
  const format = useFormat();
  const counts = useRecord(["home", "roulettes"], ({ roulettes }, settings) =>
    roulettes.getRouletteDailyCounts({}, settings),
  );
  return (
    <DayChart
      title={t.spins}
      counts={counts}
      name="spins"
      summary={({ spins, prizesWon, prizesClaimed }) =>
        t.spinSum(format.number(spins), format.number(prizesWon), format.number(prizesClaimed))
      }
    />
  );
}

export function EnrollmentChart() {
  const t = useMessages("home").charts;
  const format = useFormat();
  const counts = useRecord(["home", "learning"], ({ learning }, settings) =>
    learning.getLearningDailyCounts({}, settings),
  );
  return (
    <DayChart
      title={t.enrollments}
      counts={counts}
      name="enrollments"
      summary={({ enrollments, completions }) =>
        t.enrollmentSum(format.number(enrollments), format.number(completions))
      }
    />
  );
}

export function VisitChart() {
  const t = useMessages("home").charts;
  const format = useFormat();
  const counts = useRecord(["home", "flows"], ({ flows }, settings) => flows.getFlowDailyCounts({}, settings));
  return (
    <DayChart
      title={t.visits}
      counts={counts}
      name="visits"
      summary={({ visits, uniqueVisits }) => t.visitSum(format.number(visits), format.number(uniqueVisits))}
    />
  );
}

export function RegistrationChart() {
  const t = useMessages("home").charts;
  const format = useFormat();
  const counts = useRecord(["home", "flows"], ({ flows }, settings) => flows.getFlowDailyCounts({}, settings));
  return (
    <DayChart
      title={t.registrations}
      counts={counts}
      name="registrations"
      summary={({ registrations }) => t.registrationSum(format.number(registrations))}
    />
  );
}

export function DeliveryChart() {
  const t = useMessages("home").charts;
  const format = useFormat();
  const counts = useRecord(["home", "webhooks"], ({ webhooks }, settings) =>
    webhooks.getWebhookDailyCounts({}, settings),
  );
  return (
    <DayChart
      title={t.deliveries}
      counts={counts}
      name="delivered"
      summary={({ delivered, failed }) => t.deliverySum(format.number(delivered), format.number(failed))}
    />
  );
}
