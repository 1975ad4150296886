import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { ProductDialog } from "./product-dialog.js";
import { ProductLink } from "./supply-parts.js";

const filterSpec = { search: "text", type: "text" } as const;

export default function ProductsPage() {
  const t = useMessages("supply");
  const format = useFormat();
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={t.products}
      tabs={<AreaTabs area="supply" />}
      create={{ scope: "supply:write", Dialog: ProductDialog }}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByName },
        { name: "type", kind: "text", label: t.fields.category },
      ]}
      list={useRecords("supply", "listStocks", filters.values)}
      columns={[
        { header: t.fields.product, cell: ({ _id, productName }) => <ProductLink stockId={_id} name={productName} /> },
        { header: t.fields.category, cell: ({ type }) => type || <span className="note">{t.noCategory}</span> },
        { header: t.fields.total, align: "end", cell: ({ totalStock }) => format.number(totalStock) },
        { header: t.fields.alert, align: "end", cell: ({ minStockAlert }) => format.number(minStockAlert) },
        { header: t.fields.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
      ]}
    />
  );
}
