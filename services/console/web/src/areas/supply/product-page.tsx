import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { ForDevelopers } from "../../components/developers.js";
import { EmptyState } from "../../components/empty-state.js";
import { Fact, Facts, Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { CenterStockTable } from "./center-stock-table.js";
import { KeepDialog } from "./keep-dialog.js";
import { ProductDialog } from "./product-dialog.js";
import { type Stock, useStock } from "./supply.api.js";

export default function ProductPage() {
  const t = useMessages("supply");
  const { stockId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.products.title} query={useStock(stockId)}>
      {(stock) => <ProductDetails stock={stock} />}
    </RecordPage>
  );
}

function ProductDetails({ stock }: { stock: Stock }) {
  const t = useMessages("supply");
  const format = useFormat();
  const mayWrite = useBusiness().can("supply:write");
  const [dialog, setDialog] = useState<"change" | "keep">();
  const close = () => setDialog(undefined);
  const keep = mayWrite && (
    <button type="button" onClick={() => setDialog("keep")}>
      {t.products.keep}
    </button>
  );
  const actions = mayWrite && (
    <button type="button" onClick={() => setDialog("change")}>
      {t.edit}
    </button>
  );
  return (
    <Page title={stock.productName} actions={actions}>
      <Facts>
        <Fact name={t.fields.category}>{stock.type || t.noCategory}</Fact>
        <Fact name={t.fields.total}>{format.number(stock.totalStock)}</Fact>
        <Fact name={t.fields.alert}>{format.number(stock.minStockAlert)}</Fact>
        <Fact name={t.fields.created}>
          <Time value={stock.createdAt} />
        </Fact>
      </Facts>
      <ForDevelopers values={[[t.fields.id, stock._id]]} />
      <Section title={t.products.heldBy} actions={keep}>
        <CenterStockTable
          filters={{ stockId: stock._id }}
          shows="center"
          empty={<EmptyState title={t.products.heldByEmpty}>{t.products.heldByEmptyText}</EmptyState>}
        />
      </Section>
      {dialog === "change" && <ProductDialog value={stock} onClose={close} />}
      {dialog === "keep" && <KeepDialog stockId={stock._id} onClose={close} />}
    </Page>
  );
}
