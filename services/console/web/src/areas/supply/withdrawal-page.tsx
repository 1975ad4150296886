import { useParams } from "@tanstack/react-router";
import { useRecord } from "../../api/public-api.js";
import { ForDevelopers } from "../../components/developers.js";
import { Facts, Page, RecordPage } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { CenterLink, ProductLink } from "./supply-parts.js";
import type { Withdrawal } from "./supply.api.js";
import { Actor } from "../../components/actor.js";

export default function WithdrawalPage() {
  const t = useMessages("supply");
  const { withdrawalId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.withdraw.listTitle} query={useRecord("supply", "getWithdrawal", { id: withdrawalId })}>
      {(value) => (
        <Page title={t.withdraw.details(value.productName)}>
          <WithdrawalFacts value={value} />
        </Page>
      )}
    </RecordPage>
  );
}

function WithdrawalFacts({ value }: { value: Withdrawal }) {
  const t = useMessages("supply").fields;
  const format = useFormat();
  return (
    <>
      <Facts
        values={[
          [t.product, <ProductLink stockId={value.stockId} name={value.productName} />],
          [t.center, <CenterLink centerId={value.serviceCenterId} />],
          [t.quantity, format.number(value.quantity)],
          [t.before, format.number(value.stockBefore)],
          [t.after, format.number(value.stockAfter)],
          [t.worker, value.workerId],
          [t.email, value.email],
          [t.type, value.withdrawalType],
          [t.deliveryPerson, value.entregador],
          [t.deliveryType, value.tipoEntrega],
          [t.city, value.ciudad],
          [t.size, value.talla],
          [t.when, <Time value={value.createdAt} />],
          [t.by, <Actor id={value.createdBy} />],
        ]}
      />
      <ForDevelopers values={[[t.id, value._id]]} />
    </>
  );
}
