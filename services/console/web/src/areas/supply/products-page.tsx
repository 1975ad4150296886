import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { FilterBar, TextFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { ProductDialog } from "./product-dialog.js";
import { ProductLink, SupplyTabs } from "./supply-parts.js";
import { type Stock, useStocks } from "./supply.api.js";

const filterSpec = { search: "text", type: "text" } as const;

export default function ProductsPage() {
  const t = useMessages("supply");
  const common = useMessages("components");
  const format = useFormat();
  const { can } = useBusiness();
  const filters = useFilters(filterSpec);
  const stocks = useStocks(filters.values);
  const [isCreating, setCreating] = useState(false);
  const create = can("supply:write") && (
    <button type="button" className="primary" onClick={() => setCreating(true)}>
      {t.products.create}
    </button>
  );
  const empty = filters.isFiltered ? (
    <NoMatch onClear={filters.clear} />
  ) : (
    <EmptyState title={t.products.emptyTitle} action={create}>
      {t.products.emptyText}
    </EmptyState>
  );
  return (
    <Page title={t.products.title} lead={t.products.lead} actions={create}>
      <SupplyTabs />
      <FilterBar isFiltered={filters.isFiltered} onClear={filters.clear}>
        <TextFilter
          label={common.searchByName}
          value={filters.values.search}
          onChange={(search) => filters.set({ search })}
        />
        <TextFilter label={t.fields.category} value={filters.values.type} onChange={(type) => filters.set({ type })} />
      </FilterBar>
      <DataTable
        caption={t.products.caption}
        columns={getColumns(t, format)}
        list={stocks}
        getId={({ _id }) => _id}
        empty={empty}
      />
      {isCreating && <ProductDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

const getColumns = ({ fields, noCategory }: Messages["supply"], format: Format): Column<Stock>[] => [
  { header: fields.product, cell: ({ _id, productName }) => <ProductLink stockId={_id} name={productName} /> },
  { header: fields.category, cell: ({ type }) => type || <span className="note">{noCategory}</span> },
  { header: fields.total, align: "end", cell: ({ totalStock }) => format.number(totalStock) },
  { header: fields.alert, align: "end", cell: ({ minStockAlert }) => format.number(minStockAlert) },
  { header: fields.created, cell: ({ createdAt }) => <Time value={createdAt} /> },
];
