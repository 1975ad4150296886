import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { DayFilters, FilterBar, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { CenterLink, ProductFilter, ProductLink, SupplyTabs } from "./supply-parts.js";
import { type Transfer, useTransfers } from "./supply.api.js";

const filterSpec = { stockId: "text", from: "text", to: "text" } as const;

export default function TransfersPage() {
  const t = useMessages("supply");
  const format = useFormat();
  const { _id: businessId } = useBusiness().business;
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const { stockId, from: dateFrom, to: dateTo } = values;
  const list = useTransfers({ stockId, dateFrom, dateTo });
  const openStock = (
    <Link className="button" to="/b/$businessId/supply/stock" params={{ businessId }}>
      {t.transfer.openStock}
    </Link>
  );
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.transfer.emptyTitle} action={openStock}>
      {t.transfer.emptyText}
    </EmptyState>
  );
  return (
    <Page title={t.transfer.listTitle} lead={t.transfer.lead}>
      <SupplyTabs />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <ProductFilter value={stockId} onChange={(id) => set({ stockId: id })} />
        <DayFilters values={values} onChange={set} />
      </FilterBar>
      <DataTable
        caption={t.transfer.caption}
        columns={getColumns(t, format)}
        list={list}
        getId={({ _id }) => _id}
        empty={empty}
      />
    </Page>
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
