import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { Badge } from "../../components/badge.js";
import { ForDevelopers } from "../../components/developers.js";
import { EmptyState } from "../../components/empty-state.js";
import { Fact, Facts, Page, RecordPage, Section } from "../../components/page.js";
import { ExternalLink } from "../../components/external-link.js";
import { Time, useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { describeTimeZone } from "../../i18n/time-zones.rules.js";
import { useMessages } from "../../i18n/messages.js";
import { CenterDialog } from "./center-dialog.js";
import { CenterStockTable } from "./center-stock-table.js";
import { KeepDialog } from "./keep-dialog.js";
import { type Center, useCenter } from "./supply.api.js";

export default function CenterPage() {
  const t = useMessages("supply");
  const { centerId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.centers.title} query={useCenter(centerId)}>
      {(center) => <CenterDetails center={center} />}
    </RecordPage>
  );
}

function CenterDetails({ center }: { center: Center }) {
  const t = useMessages("supply");
  const mayWrite = useBusiness().can("supply:write");
  const [dialog, setDialog] = useState<"change" | "keep">();
  const close = () => setDialog(undefined);
  const state = (
    <Badge kind={center.isActive ? "good" : "neutral"}>{center.isActive ? t.centers.open : t.centers.closed}</Badge>
  );
  const actions = mayWrite && (
    <button type="button" onClick={() => setDialog("change")}>
      {t.edit}
    </button>
  );
  const keep = mayWrite && (
    <button type="button" onClick={() => setDialog("keep")}>
      {t.centers.keep}
    </button>
  );
  return (
    <Page title={center.name} lead={state} actions={actions}>
      <CenterFacts center={center} />
      <Section title={t.centers.holds} actions={keep}>
        <CenterStockTable
          filters={{ serviceCenterId: center._id }}
          shows="product"
          empty={<EmptyState title={t.centers.holdsEmpty}>{t.stock.emptyText}</EmptyState>}
        />
      </Section>
      {dialog === "change" && <CenterDialog value={center} onClose={close} />}
      {dialog === "keep" && <KeepDialog serviceCenterId={center._id} onClose={close} />}
    </Page>
  );
}

function CenterFacts({ center }: { center: Center }) {
  const t = useMessages("supply");
  const format = useFormat();
  const now = useNow();
  return (
    <>
      <Facts>
        <Fact name={t.fields.kind}>{t.centers.kinds[center.type]}</Fact>
        {center.address && <Fact name={t.fields.address}>{center.address}</Fact>}
        {center.mapsLink && (
          <Fact name={t.fields.map}>
            <ExternalLink href={center.mapsLink}>{t.openMap}</ExternalLink>
          </Fact>
        )}
        <Fact name={t.fields.capacity}>{format.number(center.capacity)}</Fact>
        <Fact name={t.fields.country}>{format.country(center.countryId)}</Fact>
        <Fact name={t.fields.timeZone}>{describeTimeZone(center.schedule.timezone, new Date(now))}</Fact>
        <Fact name={t.fields.created}>
          <Time value={center.createdAt} />
        </Fact>
      </Facts>
      <ForDevelopers values={[[t.fields.id, center._id]]} />
    </>
  );
}
