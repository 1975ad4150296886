import { useRecords } from "../../api/public-api.js";
import { AreaTabs } from "../../components/area-tabs.js";
import { useFilters } from "../../components/filters.js";
import { ListPage } from "../../components/list-page.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { ProductDialog } from "./product-dialog.js";
import { ProductLink } from "./supply-parts.js";

const filterSpec = { search: "text", type: "text" } as const;

export default function ProductsPage() {
  const t = useMessages("supply");
  const common = useMessages("components");
  const filters = useFilters(filterSpec);
  return (
    <ListPage
      words={{ ...t.products, fields: t.fields }}
      tabs={<AreaTabs area="supply" />}
      create={{ scope: "supply:write", Dialog: ProductDialog }}
      filters={filters}
      filterFields={[
        { name: "search", kind: "text", label: common.searchByName },
        { name: "type", kind: "text", label: t.fields.category },
      ]}
      list={useRecords("supply", "listStocks", filters.values)}
      columns={{
        stockId: ({ _id, productName }) => <ProductLink stockId={_id} name={productName} />,
        category: ({ type }) => type || <span className="note">{t.noCategory}</span>,
        totalStock: ({ totalStock }) => totalStock,
        minStockAlert: ({ minStockAlert }) => minStockAlert,
        created: ({ createdAt }) => <Time value={createdAt} />,
      }}
    />
  );
}
