import { useRecords } from "../../api/public-api.js";
import type { Column } from "../../components/data-table.js";
import { useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { ProductDialog } from "./product-dialog.js";
import { ProductLink, SupplyTabs } from "./supply-parts.js";
import type { Stock } from "./supply.api.js";

const filterSpec = { search: "text", type: "text" } as const;

export default function ProductsPage() {
  const t = useMessages("supply");
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={t.products}
      tabs={<SupplyTabs />}
      create={{ scope: "supply:write", Dialog: ProductDialog }}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByName },
        { name: "type", kind: "text", label: t.fields.category },
      ]}
      list={useRecords("supply", "listStocks", filters.values)}
      columns={getColumns(t, useFormat())}
    />
  );
}

const getColumns = ({ fields, noCategory }: Messages["supply"], format: Format): Column<Stock>[] => [
  { header: fields.product, cell: ({ _id, productName }) => <ProductLink stockId={_id} name={productName} /> },
  { header: fields.category, cell: ({ type }) => type || <span className="note">{noCategory}</span> },
  { header: fields.total, align: "end", cell: ({ totalStock }) => format.number(totalStock) },
  { header: fields.alert, align: "end", cell: ({ minStockAlert }) => format.number(minStockAlert) },
  { header: fields.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
];
