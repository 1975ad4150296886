import { useParams } from "@tanstack/react-router";
import { useRecord } from "../../api/public-api.js";
import { Actor } from "../../components/actor.js";
import { RecordFacts } from "../../components/developers.js";
import { Page, RecordPage } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useMessages } from "../../i18n/messages.js";
import { CenterLink, ProductLink } from "./supply-parts.js";

export default function WithdrawalPage() {
  const t = useMessages("supply");
  const { withdrawalId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.withdraw.listTitle} query={useRecord("supply", "getWithdrawal", { id: withdrawalId })}>
      {(value) => (
        <Page title={t.withdraw.details(value.productName)}>
          <RecordFacts
            words={t}
            values={{
              stockId: <ProductLink stockId={value.stockId} name={value.productName} />,
              serviceCenterId: <CenterLink centerId={value.serviceCenterId} />,
              quantity: value.quantity,
              before: value.stockBefore,
              after: value.stockAfter,
              workerId: value.workerId,
              email: value.email,
              withdrawalType: value.withdrawalType,
              entregador: value.entregador,
              tipoEntrega: value.tipoEntrega,
              ciudad: value.ciudad,
              talla: value.talla,
              when: <Time value={value.createdAt} />,
              by: <Actor id={value.createdBy} />,
            }}
            ids={{ id: value._id }}
          />
        </Page>
      )}
    </RecordPage>
  );
}
