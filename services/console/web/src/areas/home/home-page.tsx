import { useBusiness } from "../../api/business.js";
import { Page, Section } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import {
  DeliveryChart,
  EnrollmentChart,
  RegistrationChart,
  SpinChart,
  VisitChart,
  WithdrawalChart,
} from "./day-charts.js";
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
        <div className="cards">
          {can("supply:read") && <WithdrawalChart />}
          {can("roulettes:read") && <SpinChart />}
          {can("learning:read") && <EnrollmentChart />}
          {can("flows:read") && <VisitChart />}
          {can("flows:read") && <RegistrationChart />}
          {can("webhooks:read") && <DeliveryChart />}
        </div>
      </Section>
    </Page>
  );
}
