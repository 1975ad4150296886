import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useRecord } from "../../api/public-api.js";
import { RecordFacts } from "../../components/developers.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { Loading } from "../../components/loaded.js";
import { Page, RecordPage } from "../../components/page.js";
import { Time } from "../../components/time.js";
import { showToast } from "../../components/toasts.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { ExportSection } from "./export-section.js";
import { type Offboarding, useKeepBusiness } from "./offboarding.api.js";

/** A business in offboarding: when it is deleted, and what an owner can do until then. */
export function ClosedBusiness({ onKept }: { onKept: () => void }) {
  const { closed: t } = useMessages("offboarding");
  return (
    <RecordPage title={t.title} query={useRecord("console", "getOwnOffboarding", {})}>
      {(offboarding) =>
        // Cancelled or completed; the session will show it soon.
        ["closed", "deleting"].includes(offboarding.status) ? (
          <ClosedDetails offboarding={offboarding} onKept={onKept} />
        ) : (
          <Loading />
        )
      }
    </RecordPage>
  );
}

function ClosedDetails({ offboarding, onKept }: { offboarding: Offboarding; onKept: () => void }) {
  const { closed: t } = useMessages("offboarding");
  const format = useFormat();
  const [isKeeping, setKeeping] = useState(false);
  const { _id, status, deleteAt, requestedAt, requestedAs } = offboarding;
  const canKeep = status === "closed";
  const keep = canKeep && (
    <button type="button" className="primary" onClick={() => setKeeping(true)}>
      {t.keep}
    </button>
  );
  return (
    <Page title={t.title} actions={keep}>
      <div className="stack">
        <div className="notice warn" role="status">
          <strong>{canKeep ? t.waiting(format.date(deleteAt)) : t.deleting}</strong>
          <p>{canKeep ? t.waitingText : t.deletingText}</p>
        </div>
        <RecordFacts
          words={t}
          values={{
            deleteAt: (
              <>
                {format.exact(deleteAt)} (<Time value={deleteAt} mayBeAhead />)
              </>
            ),
            requested: (
              <>
                {format.exact(requestedAt)} (<Time value={requestedAt} />)
              </>
            ),
            by: t.requesters[requestedAs],
          }}
          ids={{ id: _id }}
        />
      </div>
      {canKeep && <ExportSection />}
      {isKeeping && <KeepDialog onKept={onKept} onClose={() => setKeeping(false)} />}
    </Page>
  );
}

function KeepDialog({ onKept, onClose }: { onKept: () => void; onClose: () => void }) {
  const { closed: t } = useMessages("offboarding");
  const navigate = useNavigate({ from: "/b/$businessId" });
  const keep = useKeepBusiness(() => {
    onKept();
    showToast(t.kept);
    void navigate({ to: "/b/$businessId" });
  });
  return (
    <ConfirmDialog
      title={t.keepTitle}
      confirm={t.keep}
      write={{ mutate: () => keep.mutate(), isPending: keep.isPending, error: keep.error }}
      onClose={onClose}
    >
      <p>{t.keepText}</p>
    </ConfirmDialog>
  );
}
