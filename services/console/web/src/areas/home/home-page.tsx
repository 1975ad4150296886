import { useBusiness } from "../../api/business.js";
import { useList } from "../../api/use-list.js";
import { Loading } from "../../components/data-table.js";
import { ErrorNotice } from "../../components/error-notice.js";
import { Page, Section } from "../../components/page.js";
import { useFormat } from "../../i18n/use-format.js";
import { useHomeMessages } from "./messages/index.js";

/** What needs a person now. Each part reads a few records that an index finds. */
export default function HomePage() {
  const t = useHomeMessages();
  const { can } = useBusiness();
  return (
    <Page title={t.title} lead={t.lead}>
      {can("supply:read") && <LowStock />}
      {can("webhooks:read") && <FailingEndpoints />}
    </Page>
  );
}

function LowStock() {
  const t = useHomeMessages();
  const format = useFormat();
  const { business, client } = useBusiness();
  const list = useList([business._id, "home", "low-stock"], ({ signal }) =>
    client.supply.listCenterStocks({ belowAlert: "true", limit: 5 }, { signal }),
  );
  return (
    <Section title={t.lowStock}>
      {list.error && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {list.isLoading && <Loading />}
      {!list.isLoading && !list.error && list.items.length === 0 && <p className="note">{t.noLowStock}</p>}
      <ul className="stack">
        {list.items.map(({ _id, currentStock, minStockAlert }) => (
          <li key={_id} className="card">
            <a href={`/b/${business._id}/supply/stock/${_id}`}>
              <code>{_id}</code>
            </a>{" "}
            {t.units(format.number(currentStock), format.number(minStockAlert))}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function FailingEndpoints() {
  const t = useHomeMessages();
  const { business, client } = useBusiness();
  const list = useList([business._id, "home", "endpoints"], ({ signal }) =>
    client.webhooks.listWebhookEndpoints({ limit: 50 }, { signal }),
  );
  const failing = list.items.filter(({ stats, disabledReason }) => stats.failures > 0 || disabledReason === "failing");
  return (
    <Section title={t.endpoints}>
      {list.error && <ErrorNotice error={list.error} onRetry={list.reload} />}
      {list.isLoading && <Loading />}
      {!list.isLoading && !list.error && failing.length === 0 && <p className="note">{t.noEndpoints}</p>}
      <ul className="stack">
        {failing.map(({ _id, url }) => (
          <li key={_id} className="card">
            <a href={`/b/${business._id}/webhooks/endpoints/${_id}`}>{url}</a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
