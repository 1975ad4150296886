import { AreaTabs } from "../../components/area-tabs.js";
import { useFilters, yesNo } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { useMessages } from "../../i18n/messages.js";
import { useCenterStockList } from "./center-stock-table.js";
import { KeepDialog } from "./keep-dialog.js";
import { centerFilter, productFilter } from "./supply-parts.js";

const filterSpec = { serviceCenterId: "text", stockId: "text", belowAlert: ["true", "false"] } as const;

export default function StockPage() {
  const t = useMessages("supply");
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={{ ...t.stock, fields: t.fields }}
      tabs={<AreaTabs area="supply" />}
      create={{ scope: "supply:write", Dialog: KeepDialog }}
      filters={filters}
      filterFields={[
        centerFilter,
        productFilter,
        { name: "belowAlert", kind: "choice", label: t.fields.state, options: yesNo(t.stock.low, t.stock.enough) },
      ]}
      {...useCenterStockList(filters.values, "both")}
    />
  );
}
