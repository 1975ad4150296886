import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { useRecords } from "../../api/public-api.js";
import type { Column } from "../../components/data-table.js";
import { toDates, useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { CenterLink, ProductLink, SupplyTabs, toProductFilter } from "./supply-parts.js";
import type { Transfer } from "./supply.api.js";

const filterSpec = { stockId: "text", from: "text", to: "text" } as const;

export default function TransfersPage() {
  const t = useMessages("supply");
  const { _id: businessId } = useBusiness().business;
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={{ ...t.transfer, title: t.transfer.listTitle }}
      tabs={<SupplyTabs />}
      filters={filters}
      filterFields={[toProductFilter(t), "days"]}
      list={useRecords("supply", "listTransfers", toDates(filters.values))}
      columns={getColumns(t, useFormat())}
      emptyAction={
        <Link className="button" to="/b/$businessId/supply/stock" params={{ businessId }}>
          {t.transfer.openStock}
        </Link>
      }
    />
  );
}

const getColumns = ({ fields }: Messages["supply"], format: Format): Column<Transfer>[] => [
  { header: fields.product, cell: ({ stockId }) => <ProductLink stockId={stockId} /> },
  { header: fields.from, cell: ({ fromCenterId }) => <CenterLink centerId={fromCenterId} /> },
  { header: fields.to, cell: ({ toCenterId }) => <CenterLink centerId={toCenterId} /> },
  { header: fields.quantity, align: "end", cell: ({ quantity }) => format.number(quantity) },
  { header: fields.note, cell: ({ note }) => note },
  { header: fields.when, cell: ({ createdAt }) => <Time value={createdAt} /> },
];
