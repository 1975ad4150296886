import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { lazyDialog } from "../../components/lazy-dialog.js";
import { ErrorNotice } from "../../components/error-notice.js";
import { Page } from "../../components/page.js";
import { useExplained } from "../../components/use-explained.js";
import { AreaTable } from "./area-table.js";
import { ExportSection } from "./export-section.js";
import { LeavingState } from "./leaving-state.js";
import { useOffboardingMessages } from "./messages/index.js";
import { type Preview, usePreview, useWatchLeaving } from "./offboarding.api.js";
import { NextSteps } from "./next-steps.js";

const CloseDialog = lazyDialog(async () => (await import("./close-dialog.js")).CloseDialog);

/** Settings → Close the business: what would be deleted, and the request; during an offboarding its state. */
export default function CloseBusinessPage() {
  const { business } = useBusiness();
  // After a cancellation the home page is opened; until it is loaded, this page must not begin to count records.
  const [isKept, setKept] = useState(false);
  // Watched also before: another owner may close the business, and the session may show it later than the request is stored.
  useWatchLeaving();
  return business.isLeaving || isKept ? <LeavingState onKept={() => setKept(true)} /> : <BeforeClosing />;
}

function BeforeClosing() {
  const t = useOffboardingMessages();
  const { data, error, refetch } = usePreview();
  const explained = useExplained(error, t.refusals);
  return (
    <Page title={t.title} lead={t.lead}>
      {/* A count that fails after another one has been shown changes nothing. */}
      {!data && explained && <ErrorNotice error={explained} onRetry={() => void refetch()} />}
      <div role="status">{!data && !error && <p className="loading">{t.counting}</p>}</div>
      {data && <Choices preview={data} />}
    </Page>
  );
}

function Choices({ preview }: { preview: Preview }) {
  const { close } = useOffboardingMessages();
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
