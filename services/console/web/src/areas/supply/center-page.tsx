import { useParams } from "@tanstack/react-router";
import { useRecord } from "../../api/public-api.js";
import { Badge } from "../../components/badge.js";
import { ForDevelopers } from "../../components/developers.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import { FilteredList } from "../../components/list-page.js";
import { Facts, Page, RecordPage, Section } from "../../components/page.js";
import { ExternalLink } from "../../components/external-link.js";
import { Time, useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { describeTimeZone } from "../../i18n/time-zones.rules.js";
import { useMessages } from "../../i18n/messages.js";
import { CenterDialog } from "./center-dialog.js";
import { useCenterStockList } from "./center-stock-table.js";
import { KeepDialog } from "./keep-dialog.js";
import type { Center } from "./supply.api.js";

export default function CenterPage() {
  const t = useMessages("supply");
  const { centerId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.centers.title} query={useRecord("supply", "getCenter", { id: centerId })}>
      {(center) => <CenterDetails center={center} />}
    </RecordPage>
  );
}

function CenterDetails({ center }: { center: Center }) {
  const t = useMessages("supply");
  const state = (
    <Badge kind={center.isActive ? "good" : "neutral"}>{center.isActive ? t.centers.open : t.centers.closed}</Badge>
  );
  const edit = (
    <DialogButton
      scope="supply:write"
      text={t.edit}
      dialog={(onClose) => <CenterDialog record={center} onClose={onClose} />}
    />
  );
  const keep = (
    <DialogButton
      scope="supply:write"
      text={t.centers.keep}
      dialog={(onClose) => <KeepDialog serviceCenterId={center._id} onClose={onClose} />}
    />
  );
  return (
    <Page title={center.name} lead={state} actions={edit}>
      <CenterFacts center={center} />
      <Section title={t.centers.holds} actions={keep}>
        <FilteredList
          words={{ caption: t.stock.caption, emptyTitle: t.centers.holdsEmpty, emptyText: t.stock.emptyText }}
          {...useCenterStockList({ serviceCenterId: center._id }, "product")}
        />
      </Section>
    </Page>
  );
}

function CenterFacts({ center }: { center: Center }) {
  const t = useMessages("supply");
  const format = useFormat();
  const now = useNow();
  return (
    <>
      <Facts
        values={[
          [t.fields.kind, t.centers.kinds[center.type]],
          [t.fields.address, center.address],
          [t.fields.map, center.mapsLink && <ExternalLink href={center.mapsLink}>{t.openMap}</ExternalLink>],
          [t.fields.capacity, format.number(center.capacity)],
          [t.fields.country, format.country(center.countryId)],
          [t.fields.timeZone, describeTimeZone(center.schedule.timezone, new Date(now))],
          [t.fields.created, <Time value={center.createdAt} />],
        ]}
      />
      <ForDevelopers values={[[t.fields.id, center._id]]} />
    </>
  );
}
