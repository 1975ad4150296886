import { useParams } from "@tanstack/react-router";
import { useBusiness } from "../../api/business.js";
import { saveFile } from "../../api/files.js";
import { useSession } from "../../api/session.js";
import { Actor } from "../../components/actor.js";
import { RecordFacts } from "../../components/developers.js";
import { DownloadButton } from "../../components/download-button.js";
import { Page, RecordPage, Section } from "../../components/page.js";
import { Time, useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type PersonRequest, useRequest } from "./privacy.api.js";
import { describeState, sumRecords } from "./privacy.rules.js";
import { RecordsTable } from "./records-table.js";
import { StateBadge } from "./request-parts.js";

/** One request: how far it has come, the download of an export, the receipt of an erasure. */
export default function RequestPage() {
  const t = useMessages("privacy");
  const { requestId = "" } = useParams({ strict: false });
  return (
    <RecordPage title={t.title} query={useRequest(requestId)}>
      {(request) => <RequestDetails key={requestId} request={request} />}
    </RecordPage>
  );
}

function RequestDetails({ request }: { request: PersonRequest }) {
  const t = useMessages("privacy");
  const { kind, records } = request;
  const state = describeState(request, useNow());
  const actions = {
    running: undefined,
    ready: <ExportButton id={request._id} />,
    ended: undefined,
    erased: <ReceiptButtons request={request} />,
  };
  return (
    <Page title={t.kinds[kind]} lead={<StateBadge request={request} />} actions={actions[state]}>
      <div className="stack">
        {/* Read out when it changes. */}
        <div role="status">
          <StateNotice request={request} />
        </div>
        <RequestFacts request={request} />
      </div>
      <Section title={kind === "export" ? t.request.foundRecords : t.request.changed}>
        {records.length > 0 ? (
          <RecordsTable records={records} withEffect={false} />
        ) : (
          <p className="note">{t.request.none}</p>
        )}
      </Section>
    </Page>
  );
}

function StateNotice({ request }: { request: PersonRequest }) {
  const { request: t } = useMessages("privacy");
  const format = useFormat();
  const state = describeState(request, useNow());
  if (state === "ready") return null;
  if (state === "ended") return <p className="notice">{t.endedText}</p>;
  const isRunning = state === "running";
  return (
    <div className={`notice ${isRunning ? "warn" : "good"}`}>
      <strong>{isRunning ? t.running(format.number(sumRecords(request.records))) : t.erased}</strong>
      <p>{isRunning ? t.runningText : t.erasedText}</p>
    </div>
  );
}

function ExportButton({ id }: { id: string }) {
  const { request: t } = useMessages("privacy");
  return (
    <DownloadButton className="primary" path={`/v1/public/person-requests/${encodeURIComponent(id)}/export`}>
      {t.download}
    </DownloadButton>
  );
}

/** The receipt is the answer of the API; printing shows this page. */
function ReceiptButtons({ request }: { request: PersonRequest }) {
  const { request: t } = useMessages("privacy");
  const save = () => {
    const content = `${JSON.stringify(request, undefined, 2)}\n`;
    saveFile(new Blob([content], { type: "application/json" }), `${request._id}.json`);
  };
  return (
    <>
      <button type="button" onClick={save}>
        {t.save}
      </button>
      <button type="button" onClick={() => print()}>
        {t.print}
      </button>
    </>
  );
}

function RequestFacts({ request }: { request: PersonRequest }) {
  const { request: t } = useMessages("privacy");
  const format = useFormat();
  const { business } = useBusiness();
  const { person } = useSession();
  const {
    _id,
    requestedAt,
    requestedBy,
    completedAt,
    coversUntil,
    downloadUntil,
    tombstone,
    personHashes,
    namesLeftOut,
  } = request;
  return (
    <RecordFacts
      words={t}
      values={{
        business: business.name,
        requested: <Time value={requestedAt} />,
        by: requestedBy === person._id ? `${person.name} (${person.email})` : <Actor id={requestedBy} />,
        completed: completedAt && <Time value={completedAt} />,
        covers: coversUntil && <Time value={coversUntil} mayBeAhead />,
        until: downloadUntil && <Time value={downloadUntil} mayBeAhead />,
        leftOut: namesLeftOut > 0 && (
          <>
            {format.number(namesLeftOut)}
            <p className="note">{t.leftOutText}</p>
          </>
        ),
      }}
      ids={{ id: _id, tombstone, personHashes }}
    />
  );
}
