import { useBusiness } from "../../api/business.js";
import { Page, Section } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { DayChart } from "./day-charts.js";
import { ExpiringPrizes, FailingEndpoints, LowStock, OfflineFlows, SoldOutGifts } from "./tasks.js";

/** What needs a person now, and the last 30 days. Each part reads a few records that an index finds. */
export default function HomePage() {
  const t = useMessages("home");
  const { can } = useBusiness();
  return (
    <Page title={t.title} lead={t.lead}>
      <div className="cards">
        {can("supply:read") && <LowStock />}
        {can("roulettes:read") && <SoldOutGifts />}
        {can("roulettes:read") && <ExpiringPrizes />}
        {can("webhooks:read") && <FailingEndpoints />}
        {can("flows:read") && <OfflineFlows />}
      </div>
      <Section title={t.charts.title} lead={t.charts.lead}>
        <Charts />
      </Section>
    </Page>
  );
}

function Charts() {
  const t = useMessages("home").charts;
  const { can } = useBusiness();
  const flows = { to: "/flows", area: "flows", operation: "getFlowDailyCounts" } as const;
  return (
    <div className="cards">
      {can("supply:read") && (
        <DayChart
          title={t.withdrawals}
          to="/supply/withdrawals"
          area="supply"
          operation="getSupplyDailyCounts"
          name="withdrawals"
          others={{ units: t.units }}
        />
      )}
      {can("roulettes:read") && (
        <DayChart
          title={t.spins}
          to="/roulettes"
          area="roulettes"
          operation="getRouletteDailyCounts"
          name="spins"
          others={{ prizesWon: t.prizesWon, prizesClaimed: t.prizesClaimed }}
        />
      )}
      {can("learning:read") && (
        <DayChart
          title={t.enrollments}
          to="/learning/learners"
          area="learning"
          operation="getLearningDailyCounts"
          name="enrollments"
          others={{ completions: t.completions }}
        />
      )}
      {can("flows:read") && (
        <DayChart {...flows} title={t.visits} name="visits" others={{ uniqueVisits: t.visitors }} />
      )}
      {can("flows:read") && <DayChart {...flows} title={t.registrations} name="registrations" />}
      {can("webhooks:read") && (
        <DayChart
          title={t.deliveries}
          to="/webhooks/deliveries"
          area="webhooks"
          operation="getWebhookDailyCounts"
          name="delivered"
          others={{ failed: t.failed }}
        />
      )}
    </div>
  );
}
