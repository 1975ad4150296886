import { useParams } from "@tanstack/react-router";
import { useRecord } from "../../api/public-api.js";
import { Actor } from "../../components/actor.js";
import { RecordFacts } from "../../components/developers.js";
import { Page, RecordPage } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { CenterLink, ProductLink } from "./supply-parts.js";

export default function WithdrawalPage() {
  const t = useMessages("supply");
  const format = useFormat();
  const { withdrawalId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.withdraw.listTitle} query={useRecord("supply", "getWithdrawal", { id: withdrawalId })}>
      {(value) => (
        <Page title={t.withdraw.details(value.productName)}>
          <RecordFacts
            values={[
              { name: t.fields.product, value: <ProductLink stockId={value.stockId} name={value.productName} /> },
              { name: t.fields.center, value: <CenterLink centerId={value.serviceCenterId} /> },
              { name: t.fields.quantity, value: format.number(value.quantity) },
              { name: t.fields.before, value: format.number(value.stockBefore) },
              { name: t.fields.after, value: format.number(value.stockAfter) },
              { name: t.fields.worker, value: value.workerId },
              { name: t.fields.email, value: value.email },
              { name: t.fields.type, value: value.withdrawalType },
              { name: t.fields.deliveryPerson, value: value.entregador },
              { name: t.fields.deliveryType, value: value.tipoEntrega },
              { name: t.fields.city, value: value.ciudad },
              { name: t.fields.size, value: value.talla },
              { name: t.fields.when, value: <Time value={value.createdAt} /> },
              { name: t.fields.by, value: <Actor id={value.createdBy} /> },
            ]}
            ids={[[t.fields.id, value._id]]}
          />
        </Page>
      )}
    </RecordPage>
  );
}
