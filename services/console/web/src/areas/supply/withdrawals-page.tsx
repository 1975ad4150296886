import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { EmptyState, NoMatch } from "../../components/empty-state.js";
import { DayFilters, FilterBar, SelectFilter, TextFilter, useFilters } from "../../components/filters.js";
import { Page } from "../../components/page.js";
import { Time } from "../../components/time.js";
import type { Format } from "../../i18n/format.js";
import { useFormat } from "../../i18n/locale.js";
import { type Messages, useMessages } from "../../i18n/messages.js";
import { CenterFilter, ProductFilter, SupplyTabs } from "./supply-parts.js";
import { useWithdrawals, useWithdrawalTypes, type Withdrawal } from "./supply.api.js";
import { WithdrawDialog } from "./withdraw-dialog.js";

const filterSpec = {
  serviceCenterId: "text",
  stockId: "text",
  workerId: "text",
  withdrawalType: "text",
  from: "text",
  to: "text",
} as const;

export default function WithdrawalsPage() {
  const t = useMessages("supply");
  const format = useFormat();
  const { can } = useBusiness();
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const { from: dateFrom, to: dateTo, ...ids } = values;
  const list = useWithdrawals({ ...ids, dateFrom, dateTo });
  const types = useWithdrawalTypes().data?.types ?? [];
  const [isCreating, setCreating] = useState(false);
  const create = can("supply:write") && (
    <button type="button" className="primary" onClick={() => setCreating(true)}>
      {t.withdraw.button}
    </button>
  );
  const empty = isFiltered ? (
    <NoMatch onClear={clear} />
  ) : (
    <EmptyState title={t.withdraw.emptyTitle} action={create}>
      {t.withdraw.emptyText}
    </EmptyState>
  );
  return (
    <Page title={t.withdraw.listTitle} lead={t.withdraw.lead} actions={create}>
      <SupplyTabs />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <CenterFilter value={values.serviceCenterId} onChange={(serviceCenterId) => set({ serviceCenterId })} />
        <ProductFilter value={values.stockId} onChange={(stockId) => set({ stockId })} />
        <TextFilter label={t.fields.worker} value={values.workerId} onChange={(workerId) => set({ workerId })} />
        <SelectFilter
          label={t.fields.type}
          value={values.withdrawalType}
          options={types.map((type) => [type, type])}
          onChange={(withdrawalType) => set({ withdrawalType })}
        />
        <DayFilters values={values} onChange={set} />
      </FilterBar>
      <DataTable
        caption={t.withdraw.caption}
        columns={getColumns(t, format)}
        list={list}
        getId={({ _id }) => _id}
        empty={empty}
      />
      {isCreating && <WithdrawDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

const getColumns = ({ fields }: Messages["supply"], format: Format): Column<Withdrawal>[] => [
  { header: fields.product, cell: (withdrawal) => <WithdrawalLink withdrawal={withdrawal} /> },
  { header: fields.center, cell: ({ serviceCenterName }) => serviceCenterName },
  { header: fields.worker, cell: ({ workerId }) => workerId },
  { header: fields.quantity, align: "end", cell: ({ quantity }) => format.number(quantity) },
  { header: fields.type, cell: ({ withdrawalType }) => withdrawalType },
  { header: fields.when, cell: ({ createdAt }) => <Time value={createdAt} /> },
];

function WithdrawalLink({ withdrawal: { _id: withdrawalId, productName } }: { withdrawal: Withdrawal }) {
  const { _id: businessId } = useBusiness().business;
  return (
    <Link to="/b/$businessId/supply/withdrawals/$withdrawalId" params={{ businessId, withdrawalId }}>
      {productName}
    </Link>
  );
}
