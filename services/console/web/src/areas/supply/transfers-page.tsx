import { Link } from "@tanstack/react-router";
import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { toDates, useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { CenterLink, ProductLink, toProductFilter } from "./supply-parts.js";

const filterSpec = { stockId: "text", from: "text", to: "text" } as const;

export default function TransfersPage() {
  const t = useMessages("supply");
  const format = useFormat();
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={{ ...t.transfer, title: t.transfer.listTitle }}
      tabs={<AreaTabs area="supply" />}
      filters={filters}
      filterFields={[toProductFilter(t), "days"]}
      list={useRecords("supply", "listTransfers", toDates(filters.values))}
      columns={[
        { header: t.fields.product, cell: ({ stockId }) => <ProductLink stockId={stockId} /> },
        { header: t.fields.from, cell: ({ fromCenterId }) => <CenterLink centerId={fromCenterId} /> },
        { header: t.fields.to, cell: ({ toCenterId }) => <CenterLink centerId={toCenterId} /> },
        { header: t.fields.quantity, align: "end", cell: ({ quantity }) => format.number(quantity) },
        { header: t.fields.note, cell: ({ note }) => note },
        { header: t.fields.when, cell: ({ createdAt }) => <Time value={createdAt} /> },
      ]}
      emptyAction={
        <Link className="button" from="/b/$businessId" to="/b/$businessId/supply/stock">
          {t.transfer.openStock}
        </Link>
      }
    />
  );
}
