import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { useRecord } from "../../api/public-api.js";
import { Table } from "../../components/table.js";
import { DialogButton } from "../../components/dialogs/dialog-button.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { Loaded } from "../../components/loaded.js";
import { FactList, Page, Section } from "../../components/page.js";
import { useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { ClosedBusiness } from "./closed-business.js";
import { ExportSection } from "./export-section.js";
import { type Preview, useWatchClosed } from "./offboarding.api.js";
import { daysMin, planDeletion, sumByArea, sumRecords } from "./offboarding.rules.js";

const CloseDialog = lazyDialog(async () => (await import("./close-dialog.js")).CloseDialog);

/** Settings → Close the business: what would be deleted, and the request; during an offboarding its state. */
export default function CloseBusinessPage() {
  const { business } = useBusiness();
  // After a cancellation the home page is opened; until it is loaded, this page must not begin to count records.
  const [isKept, setKept] = useState(false);
  // Watched also before: another owner may close the business, and the session may show it later than the request is stored.
  useWatchClosed();
  return business.isClosed || isKept ? <ClosedBusiness onKept={() => setKept(true)} /> : <BeforeClosing />;
}

function BeforeClosing() {
  const t = useMessages("offboarding");
  // Not read again at every focus of the window, because all records of the business are counted for it.
  const settings = { refetchOnWindowFocus: false };
  return (
    <Page title={t.title} lead={t.lead}>
      <Loaded
        query={useRecord("console", "previewOwnOffboarding", {}, settings)}
        loading={
          <p className="loading" role="status">
            {t.counting}
          </p>
        }
      >
        {(data) => <Choices preview={data} />}
      </Loaded>
    </Page>
  );
}

function Choices({ preview }: { preview: Preview }) {
  const { close } = useMessages("offboarding");
  return (
    <>
      <NextSteps graceDaysMin={preview.graceDaysMin} />
      <AreaTable preview={preview} />
      <ExportSection />
      <div className="section page-actions">
        <DialogButton
          scope="business:close"
          className="danger"
          text={close.open}
          Dialog={CloseDialog}
          record={preview}
        />
      </div>
    </>
  );
}

/** What a request would start, with the dates of today. */
function NextSteps({ graceDaysMin }: { graceDaysMin: number }) {
  const { steps: t, days } = useMessages("offboarding");
  const format = useFormat();
  const deleteAt = planDeletion(useNow(), undefined, graceDaysMin);
  const least = daysMin(graceDaysMin);
  return (
    <section className="stack" aria-labelledby="steps-title">
      <h2 id="steps-title">{t.title}</h2>
      <FactList
        facts={[
          { name: t.atOnce, value: t.atOnceText },
          { name: t.waiting(format.counted(least, days)), value: t.waitingText },
          { name: t.deletion(format.date(deleteAt)), value: t.deletionText },
          { name: t.stays, value: t.staysText },
        ]}
      />
    </section>
  );
}

/** How many records there are in each area. */
function AreaTable({ preview: { records, isComplete } }: { preview: Preview }) {
  const { counts: t, areas } = useMessages("offboarding");
  const format = useFormat();
  const words: Readonly<Record<string, { name: string; content: string }>> = areas;
  return (
    <Section title={t.title} lead={t.lead(format.number(sumRecords(records)))}>
      <div className="stack">
        {!isComplete && <p className="notice warn">{t.incomplete}</p>}
        <Table
          words={{ caption: t.caption, fields: t.fields }}
          items={sumByArea(records)}
          getId={({ service }) => service}
          columns={{
            area: ({ service }) => words[service]?.name ?? service,
            content: ({ service }) => words[service]?.content,
            records: ({ records: count }) => count,
          }}
        />
      </div>
    </Section>
  );
}
