import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { toDates, useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { getLedgerColumns, centerFilter } from "./supply-parts.js";
import { movementReasons } from "./supply.rules.js";

const filterSpec = { serviceCenterId: "text", reason: movementReasons, ref: "text", from: "text", to: "text" } as const;

export default function LedgerPage() {
  const t = useMessages("supply");
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={{ ...t.ledger, fields: t.fields }}
      tabs={<AreaTabs area="supply" />}
      filters={filters}
      filterFields={[
        centerFilter,
        { name: "reason", kind: "choice", options: t.reasons },
        { name: "ref", kind: "text" },
        "days",
      ]}
      list={useRecords("supply", "listMovements", toDates(filters.values))}
      columns={getLedgerColumns(useFormat(), false)}
    />
  );
}
