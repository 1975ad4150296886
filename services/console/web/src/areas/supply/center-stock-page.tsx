import { useParams } from "@tanstack/react-router";
import { useRecord, useRecords } from "../../api/public-api.js";
import { RecordFacts } from "../../components/developers.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import { toDates, useFilters } from "../../components/filters.js";
import { FilteredList } from "../../components/list-page.js";
import { Page, RecordPage, Section } from "../../components/page.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { AlertDialog, CountDialog, ReceiveDialog, TransferDialog } from "./center-stock-dialogs.js";
import { CenterLink, getLedgerColumns, LowBadge, ProductLink } from "./supply-parts.js";
import type { CenterStock } from "./supply.api.js";
import { movementReasons } from "./supply.rules.js";
import { WithdrawDialog } from "./withdraw-dialog.js";

export default function CenterStockPage() {
  const t = useMessages("supply");
  const { centerStockId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.stock.title} query={useRecord("supply", "getCenterStock", { id: centerStockId })}>
      {(value) => <CenterStockDetails value={value} />}
    </RecordPage>
  );
}

function CenterStockDetails({ value }: { value: CenterStock }) {
  const t = useMessages("supply");
  const format = useFormat();
  const shared = { scope: "supply:write", record: value };
  const actions = (
    <>
      <DialogButton {...shared} text={t.receive.button} className="primary" Dialog={ReceiveDialog} />
      <DialogButton {...shared} text={t.withdraw.button} Dialog={WithdrawDialog} />
      <DialogButton {...shared} text={t.transfer.button} Dialog={TransferDialog} />
      <DialogButton {...shared} text={t.count.button} Dialog={CountDialog} />
      <DialogButton {...shared} text={t.stock.changeAlert} Dialog={AlertDialog} />
    </>
  );
  return (
    <Page title={t.stock.details(value.productName)} lead={<LowBadge value={value} />} actions={actions}>
      <RecordFacts
        words={t}
        values={{
          stockId: <ProductLink stockId={value.stockId} name={value.productName} />,
          serviceCenterId: <CenterLink centerId={value.serviceCenterId} name={value.serviceCenterName} />,
          currentStock: <strong>{format.number(value.currentStock)}</strong>,
          minStockAlert: value.minStockAlert,
          criticality: t.stock.criticalities[value.criticality],
        }}
        ids={{ id: value._id }}
      />
      <Ledger centerStockId={value._id} />
    </Page>
  );
}

const filterSpec = { reason: movementReasons, from: "text", to: "text" } as const;

function Ledger({ centerStockId }: { centerStockId: string }) {
  const t = useMessages("supply");
  const filters = useFilters(filterSpec);
  const input = { id: centerStockId, ...toDates(filters.values) };
  return (
    <Section title={t.stock.ledger} lead={t.stock.ledgerLead}>
      {/* Its first row is written with the center stock, so only filters make it empty. */}
      <FilteredList
        words={{ caption: t.stock.ledgerCaption, fields: t.fields }}
        filters={filters}
        filterFields={[{ name: "reason", kind: "choice", options: t.reasons }, "days"]}
        list={useRecords("supply", "listCenterStockMovements", input)}
        columns={getLedgerColumns(useFormat(), true)}
      />
    </Section>
  );
}
