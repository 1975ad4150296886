import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { Loaded } from "../../components/loaded.js";
import { Facts, Page, Section } from "../../components/page.js";
import { useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { ExportSection } from "./export-section.js";
import { ClosedBusiness } from "./closed-business.js";
import { type Preview, usePreview, useWatchClosed } from "./offboarding.api.js";
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
  const preview = usePreview();
  return (
    <Page title={t.title} lead={t.lead}>
      <Loaded
        query={preview}
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
  const [isClosing, setClosing] = useState(false);
  return (
    <>
      <NextSteps graceDaysMin={preview.graceDaysMin} />
      <AreaTable preview={preview} />
      <ExportSection />
      <div className="section page-actions">
        <button type="button" className="danger" onClick={() => setClosing(true)}>
          {close.open}
        </button>
      </div>
      {isClosing && <CloseDialog preview={preview} onClose={() => setClosing(false)} />}
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
      <Facts
        values={[
          [t.atOnce, t.atOnceText],
          [t.waiting(format.counted(least, days)), t.waitingText],
          [t.deletion(format.date(deleteAt)), t.deletionText],
          [t.stays, t.staysText],
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
        <div className="table-frame">
          <table role="table">
            <caption className="hidden">{t.caption}</caption>
            <thead role="rowgroup">
              <tr role="row">
                <th role="columnheader" scope="col">
                  {t.area}
                </th>
                <th role="columnheader" scope="col">
                  {t.content}
                </th>
                <th role="columnheader" scope="col" className="end">
                  {t.records}
                </th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              {sumByArea(records).map(({ service, records: count }) => (
                <tr key={service} role="row">
                  <td role="cell" data-label={t.area}>
                    {words[service]?.name ?? service}
                  </td>
                  <td role="cell" data-label={t.content}>
                    {words[service]?.content}
                  </td>
                  <td role="cell" data-label={t.records} className="end">
                    {format.number(count)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </Section>
  );
}
