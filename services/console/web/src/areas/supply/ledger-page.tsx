import { DataTable } from "../../components/data-table.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { DayFilters, FilterBar, SelectFilter, TextFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { CenterFilter, getLedgerColumns, SupplyTabs } from "./supply-parts.js";
import { useMovements } from "./supply.api.js";
import { movementReasons } from "./supply.rules.js";

const filterSpec = { serviceCenterId: "text", reason: movementReasons, ref: "text", from: "text", to: "text" } as const;

export default function LedgerPage() {
  const t = useMessages("supply");
  const format = useFormat();
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const { from: dateFrom, to: dateTo, ...same } = values;
  const list = useMovements({ ...same, dateFrom, dateTo });
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.ledger.emptyTitle}>{t.ledger.emptyText}</EmptyState>
  );
  return (
    <Page title={t.ledger.title} lead={t.ledger.lead}>
      <SupplyTabs />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <CenterFilter value={values.serviceCenterId} onChange={(serviceCenterId) => set({ serviceCenterId })} />
        <SelectFilter
          label={t.fields.reason}
          value={values.reason}
          options={movementReasons.map((name) => [name, t.reasons[name]])}
          onChange={(reason) => set({ reason })}
        />
        <TextFilter label={t.ledger.reference} value={values.ref} onChange={(ref) => set({ ref })} />
        <DayFilters values={values} onChange={set} />
      </FilterBar>
      <DataTable
        caption={t.ledger.caption}
        columns={getLedgerColumns(t, format, false)}
        list={list}
        getId={({ _id }) => _id}
        empty={empty}
      />
    </Page>
  );
}
