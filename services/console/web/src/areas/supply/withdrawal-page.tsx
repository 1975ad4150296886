import { useParams } from "@tanstack/react-router";
import { ForDevelopers } from "../../components/developers.js";
import { Fact, Facts, Page, RecordPage } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { CenterLink, ProductLink } from "./supply-parts.js";
import { useWithdrawal, type Withdrawal } from "./supply.api.js";
import { Actor } from "../../components/actor.js";

export default function WithdrawalPage() {
  const t = useMessages("supply");
  const { withdrawalId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.withdraw.listTitle} query={useWithdrawal(withdrawalId)}>
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
  const texts: [string, string][] = [
    [t.deliveryPerson, value.entregador],
    [t.deliveryType, value.tipoEntrega],
    [t.city, value.ciudad],
    [t.size, value.talla],
  ];
  return (
    <>
      <Facts>
        <Fact name={t.product}>
          <ProductLink stockId={value.stockId} name={value.productName} />
        </Fact>
        <Fact name={t.center}>
          <CenterLink centerId={value.serviceCenterId} />
        </Fact>
        <Fact name={t.quantity}>{format.number(value.quantity)}</Fact>
        <Fact name={t.before}>{format.number(value.stockBefore)}</Fact>
        <Fact name={t.after}>{format.number(value.stockAfter)}</Fact>
        <Fact name={t.worker}>{value.workerId}</Fact>
        <Fact name={t.email}>{value.email}</Fact>
        <Fact name={t.type}>{value.withdrawalType}</Fact>
        {texts.map(
          ([name, text]) =>
            text && (
              <Fact key={name} name={name}>
                {text}
              </Fact>
            ),
        )}
        <Fact name={t.when}>
          <Time value={value.createdAt} />
        </Fact>
        <Fact name={t.by}>
          <Actor id={value.createdBy} />
        </Fact>
      </Facts>
      <ForDevelopers values={[[t.id, value._id]]} />
    </>
  );
}
