import { useParams } from "@tanstack/react-router";
import { useRecord } from "../../api/public-api.js";
import { RecordFacts } from "../../components/developers.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import { FilteredList } from "../../components/list-page.js";
import { Page, RecordPage, Section } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { useCenterStockList } from "./center-stock-table.js";
import { KeepDialog } from "./keep-dialog.js";
import { ProductDialog } from "./product-dialog.js";
import type { Stock } from "./supply.api.js";

export default function ProductPage() {
  const t = useMessages("supply");
  const { stockId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.products.title} query={useRecord("supply", "getStock", { id: stockId })}>
      {(stock) => <ProductDetails stock={stock} />}
    </RecordPage>
  );
}

function ProductDetails({ stock }: { stock: Stock }) {
  const t = useMessages("supply");
  const keep = (
    <DialogButton scope="supply:write" text={t.products.keep} Dialog={KeepDialog} record={{ stockId: stock._id }} />
  );
  const edit = <DialogButton scope="supply:write" text={t.edit} Dialog={ProductDialog} record={stock} />;
  return (
    <Page title={stock.productName} actions={edit}>
      <RecordFacts
        words={t}
        values={{
          category: stock.type || t.noCategory,
          totalStock: stock.totalStock,
          minStockAlert: stock.minStockAlert,
          created: <Time value={stock.createdAt} />,
        }}
        ids={{ id: stock._id }}
      />
      <Section title={t.products.heldBy} actions={keep}>
        <FilteredList
          words={{
            caption: t.stock.caption,
            emptyTitle: t.products.heldByEmpty,
            emptyText: t.products.heldByEmptyText,
            fields: t.fields,
          }}
          {...useCenterStockList({ stockId: stock._id }, "center")}
        />
      </Section>
    </Page>
  );
}
