import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { toDates, useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { getLedgerColumns, toCenterFilter, toReasonFilter } from "./supply-parts.js";
import { movementReasons } from "./supply.rules.js";

const filterSpec = { serviceCenterId: "text", reason: movementReasons, ref: "text", from: "text", to: "text" } as const;

export default function LedgerPage() {
  const t = useMessages("supply");
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={t.ledger}
      tabs={<AreaTabs area="supply" />}
      filters={filters}
      filterFields={[
        toCenterFilter(t),
        toReasonFilter(t),
        { name: "ref", kind: "text", label: t.ledger.reference },
        "days",
      ]}
      list={useRecords("supply", "listMovements", toDates(filters.values))}
      columns={getLedgerColumns(t, useFormat(), false)}
    />
  );
}
