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
          { name: t.product, value: <ProductLink stockId={value.stockId} name={value.productName} /> },
          { name: t.center, value: <CenterLink centerId={value.serviceCenterId} /> },
          { name: t.quantity, value: format.number(value.quantity) },
          { name: t.before, value: format.number(value.stockBefore) },
          { name: t.after, value: format.number(value.stockAfter) },
          { name: t.worker, value: value.workerId },
          { name: t.email, value: value.email },
          { name: t.type, value: value.withdrawalType },
          { name: t.deliveryPerson, value: value.entregador },
          { name: t.deliveryType, value: value.tipoEntrega },
          { name: t.city, value: value.ciudad },
          { name: t.size, value: value.talla },
          { name: t.when, value: <Time value={value.createdAt} /> },
          { name: t.by, value: <Actor id={value.createdBy} /> },
        ]}
      />
      <ForDevelopers values={[[t.id, value._id]]} />
    </>
  );
}
