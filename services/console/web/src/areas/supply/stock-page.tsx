import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { FilterBar, SelectFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { CenterStockTable } from "./center-stock-table.js";
import { KeepDialog } from "./keep-dialog.js";
import { CenterFilter, ProductFilter, SupplyTabs } from "./supply-parts.js";

const filterSpec = { serviceCenterId: "text", stockId: "text", belowAlert: ["true", "false"] } as const;

export default function StockPage() {
  const t = useMessages("supply");
  const { can } = useBusiness();
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const [isCreating, setCreating] = useState(false);
  const create = can("supply:write") && (
    <button type="button" className="primary" onClick={() => setCreating(true)}>
      {t.stock.create}
    </button>
  );
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.stock.emptyTitle} action={create}>
      {t.stock.emptyText}
    </EmptyState>
  );
  return (
    <Page title={t.stock.title} lead={t.stock.lead} actions={create}>
      <SupplyTabs />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <CenterFilter value={values.serviceCenterId} onChange={(serviceCenterId) => set({ serviceCenterId })} />
        <ProductFilter value={values.stockId} onChange={(stockId) => set({ stockId })} />
        <SelectFilter
          label={t.fields.state}
          value={values.belowAlert}
          options={[
            ["true", t.stock.low],
            ["false", t.stock.enough],
          ]}
          onChange={(belowAlert) => set({ belowAlert })}
        />
      </FilterBar>
      <CenterStockTable filters={values} shows="both" empty={empty} />
      {isCreating && <KeepDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
