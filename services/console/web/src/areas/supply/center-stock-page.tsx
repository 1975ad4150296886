import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { ForDevelopers } from "../../components/developers.js";
import { DataTable } from "../../components/data-table.js";
import { NoMatch } from "../../components/empty-state.js";
import { DayFilters, FilterBar, SelectFilter, useFilters } from "../../components/filters.js";
import { Fact, Facts, Page, RecordPage, Section } from "../../components/page.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { AlertDialog, CountDialog, ReceiveDialog, TransferDialog } from "./center-stock-dialogs.js";
import { CenterLink, getLedgerColumns, LowBadge, ProductLink } from "./supply-parts.js";
import { type CenterStock, useCenterStock, useLedger } from "./supply.api.js";
import { movementReasons } from "./supply.rules.js";
import { WithdrawDialog } from "./withdraw-dialog.js";

export default function CenterStockPage() {
  const t = useMessages("supply");
  const { centerStockId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.stock.title} query={useCenterStock(centerStockId)}>
      {(value) => <CenterStockDetails value={value} />}
    </RecordPage>
  );
}

const dialogs = {
  receive: ReceiveDialog,
  withdraw: WithdrawDialog,
  transfer: TransferDialog,
  count: CountDialog,
  alert: AlertDialog,
};

function CenterStockDetails({ value }: { value: CenterStock }) {
  const t = useMessages("supply");
  const format = useFormat();
  const [dialog, setDialog] = useState<keyof typeof dialogs>();
  const OpenDialog = dialog && dialogs[dialog];
  return (
    <Page
      title={t.stock.details(value.productName)}
      lead={<LowBadge value={value} />}
      actions={useBusiness().can("supply:write") && <Actions open={setDialog} />}
    >
      <Facts>
        <Fact name={t.fields.product}>
          <ProductLink stockId={value.stockId} name={value.productName} />
        </Fact>
        <Fact name={t.fields.center}>
          <CenterLink centerId={value.serviceCenterId} name={value.serviceCenterName} />
        </Fact>
        <Fact name={t.fields.current}>
          <strong>{format.number(value.currentStock)}</strong>
        </Fact>
        <Fact name={t.fields.alert}>{format.number(value.minStockAlert)}</Fact>
        <Fact name={t.fields.criticality}>{t.stock.criticalities[value.criticality]}</Fact>
      </Facts>
      <ForDevelopers values={[[t.fields.id, value._id]]} />
      <Ledger centerStockId={value._id} />
      {OpenDialog && <OpenDialog value={value} onClose={() => setDialog(undefined)} />}
    </Page>
  );
}

function Actions({ open }: { open: (dialog: keyof typeof dialogs) => void }) {
  const t = useMessages("supply");
  return (
    <>
      <button type="button" className="primary" onClick={() => open("receive")}>
        {t.receive.button}
      </button>
      <button type="button" onClick={() => open("withdraw")}>
        {t.withdraw.button}
      </button>
      <button type="button" onClick={() => open("transfer")}>
        {t.transfer.button}
      </button>
      <button type="button" onClick={() => open("count")}>
        {t.count.button}
      </button>
      <button type="button" onClick={() => open("alert")}>
        {t.stock.changeAlert}
      </button>
    </>
  );
}

const filterSpec = { reason: movementReasons, from: "text", to: "text" } as const;

function Ledger({ centerStockId }: { centerStockId: string }) {
  const t = useMessages("supply");
  const format = useFormat();
  const { values, isFiltered, set, clear } = useFilters(filterSpec);
  const { reason, from: dateFrom, to: dateTo } = values;
  const list = useLedger(centerStockId, { reason, dateFrom, dateTo });
  return (
    <Section title={t.stock.ledger} lead={t.stock.ledgerLead}>
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SelectFilter
          label={t.fields.reason}
          value={reason}
          options={movementReasons.map((name) => [name, t.reasons[name]])}
          onChange={(next) => set({ reason: next })}
        />
        <DayFilters values={values} onChange={set} />
      </FilterBar>
      <DataTable
        caption={t.stock.ledgerCaption}
        columns={getLedgerColumns(t, format, true)}
        list={list}
        getId={({ _id }) => _id}
        empty={<NoMatch onClear={clear} />}
      />
    </Section>
  );
}
