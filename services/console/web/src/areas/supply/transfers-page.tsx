import { Link } from "@tanstack/react-router";
import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { toDates, useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { CenterLink, ProductLink, productFilter } from "./supply-parts.js";

const filterSpec = { stockId: "text", from: "text", to: "text" } as const;

export default function TransfersPage() {
  const t = useMessages("supply");
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={{ ...t.transfer, title: t.transfer.listTitle, fields: t.fields }}
      tabs={<AreaTabs area="supply" />}
      filters={filters}
      filterFields={[productFilter, "days"]}
      list={useRecords("supply", "listTransfers", toDates(filters.values))}
      columns={{
        stockId: ({ stockId }) => <ProductLink stockId={stockId} />,
        from: ({ fromCenterId }) => <CenterLink centerId={fromCenterId} />,
        to: ({ toCenterId }) => <CenterLink centerId={toCenterId} />,
        quantity: ({ quantity }) => quantity,
        note: ({ note }) => note,
        when: ({ createdAt }) => <Time value={createdAt} />,
      }}
      emptyAction={
        <Link className="button" from="/b/$businessId" to="/b/$businessId/supply/stock">
          {t.transfer.openStock}
        </Link>
      }
    />
  );
}
