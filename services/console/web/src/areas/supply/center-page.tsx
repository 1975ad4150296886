import { useParams } from "@tanstack/react-router";
import { useRecord } from "../../api/public-api.js";
import { Badge } from "../../components/badge.js";
import { RecordFacts } from "../../components/developers.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import type { RecordDialogProps } from "../../components/dialogs/write-dialog.js";
import { ExternalLink } from "../../components/external-link.js";
import { FilteredList } from "../../components/list-page.js";
import { Page, RecordPage, Section } from "../../components/page.js";
import { Time, useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { describeTimeZone } from "../../i18n/time-zones.rules.js";
import { useCenterStockList } from "./center-stock-table.js";
import type { Center } from "./supply.api.js";

const CenterDialog = lazyDialog<RecordDialogProps<Center>>(
  async () => (await import("./center-dialog.js")).CenterDialog,
);
const KeepDialog = lazyDialog(async () => (await import("./keep-dialog.js")).KeepDialog);

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
  const format = useFormat();
  const now = useNow();
  const state = (
    <Badge kind={center.isActive ? "good" : "neutral"}>{center.isActive ? t.centers.open : t.centers.closed}</Badge>
  );
  const edit = <DialogButton scope="supply:write" text={t.edit} Dialog={CenterDialog} record={center} />;
  const kept = { serviceCenterId: center._id };
  const keep = <DialogButton scope="supply:write" text={t.centers.keep} Dialog={KeepDialog} record={kept} />;
  return (
    <Page title={center.name} lead={state} actions={edit}>
      <RecordFacts
        words={t}
        values={{
          kind: t.centers.kinds[center.type],
          address: center.address,
          mapsLink: center.mapsLink && <ExternalLink href={center.mapsLink}>{t.openMap}</ExternalLink>,
          capacity: center.capacity,
          country: format.country(center.countryId),
          timeZone: describeTimeZone(center.schedule.timezone, new Date(now)),
          created: <Time value={center.createdAt} />,
        }}
        ids={{ id: center._id }}
      />
      <Section title={t.centers.holds} actions={keep}>
        <FilteredList
          words={{
            caption: t.stock.caption,
            emptyTitle: t.centers.holdsEmpty,
            emptyText: t.stock.emptyText,
            fields: t.fields,
          }}
          {...useCenterStockList({ serviceCenterId: center._id }, "product")}
        />
      </Section>
    </Page>
  );
}
