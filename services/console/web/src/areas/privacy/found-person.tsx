import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { Badge } from "../../components/badge.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { FormError } from "../../components/forms/form.js";
import { showToast } from "../../components/toasts.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type Names, type PersonRequest, type Preview, useCreateRequest } from "./privacy.api.js";
import { isVisitId, sumRecords } from "./privacy.rules.js";
import { RecordsTable } from "./records-table.js";

const EraseDialog = lazyDialog(async () => (await import("./erase-dialog.js")).EraseDialog);

/** What was found about a person, and what can be done with it. */
export function FoundPerson({ names, preview }: { names: Names; preview: Preview }) {
  const t = useMessages("privacy");
  const format = useFormat();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isErasing, setErasing] = useState(false);
  const open = useOpenRequest();
  const create = useCreateRequest((request) => open(request, t.exported));
  const { records, isMember, isComplete } = preview;
  const isNothing = records.length === 0 && isComplete;
  const summary = t.found.summary(format.number(sumRecords(records)), format.number(preview.names.length));
  // The result is below the form: it is read out and scrolled to.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="section stack" aria-labelledby="found-title">
      <header>
        <h2 id="found-title" ref={heading} tabIndex={-1}>
          {isNothing ? t.found.nothingTitle : t.found.title}
        </h2>
        <p className="note">{isNothing ? t.found.nothingText : summary}</p>
      </header>
      {!isComplete && <p className="notice warn">{t.found.incomplete}</p>}
      {isMember && <MemberNotice />}
      {records.length > 0 && <RecordsTable records={records} withEffect />}
      {!isNothing && <NameList names={preview.names} />}
      {preview.unprovenNames.length > 0 && <UnprovenNames names={preview.unprovenNames} />}
      <FormError error={create.error} />
      <div className="page-actions">
        <button type="button" onClick={() => create.mutate({ kind: "export", ...names })} disabled={create.isPending}>
          {t.found.export}
        </button>
        {!isMember && !isNothing && (
          <button type="button" className="danger" onClick={() => setErasing(true)}>
            {t.found.erase}
          </button>
        )}
      </div>
      {isErasing && (
        <EraseDialog
          names={names}
          summary={summary}
          onErased={(request) => open(request, t.started)}
          onClose={() => setErasing(false)}
        />
      )}
    </section>
  );
}

function useOpenRequest() {
  const navigate = useNavigate({ from: "/b/$businessId" });
  return ({ _id: requestId }: PersonRequest, text: string) => {
    showToast(text);
    void navigate({ to: "/b/$businessId/settings/personal-data/$requestId", params: { requestId } });
  };
}

function MemberNotice() {
  const { found: t } = useMessages("privacy");
  return (
    <div className="notice warn">
      <p>{t.member}</p>
      <Link from="/b/$businessId" to="/b/$businessId/settings/members">
        {t.members}
      </Link>
    </div>
  );
}

/** There can be as many of these ids as registrations, so they are collapsed under a summary. */
function NameList({ names }: { names: Preview["names"] }) {
  const { found: t } = useMessages("privacy");
  const format = useFormat();
  const visits = names.filter(isVisitId);
  return (
    <div className="card">
      <h3>{t.names}</h3>
      <p className="note">{t.namesText}</p>
      <ul>
        {names
          .filter((name) => !isVisitId(name))
          .map((name) => (
            <Name key={`${name.kind}|${name.value}`} name={name} />
          ))}
      </ul>
      {visits.length > 0 && (
        <details>
          <summary>{t.visitIds(format.number(visits.length))}</summary>
          <ul>
            {visits.map((name) => (
              <Name key={name.value} name={name} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** They are not part of the request, so they are not among the names of the person. */
function UnprovenNames({ names }: { names: Preview["unprovenNames"] }) {
  const { found: t } = useMessages("privacy");
  return (
    <div className="card">
      <h3>{t.unproven}</h3>
      <p className="note">{t.unprovenText}</p>
      <ul>
        {names.map((name) => (
          <Name key={`${name.kind}|${name.value}`} name={name} />
        ))}
      </ul>
    </div>
  );
}

type NameToShow = Preview["unprovenNames"][number] & Partial<Preview["names"][number]>;

/** @param name without `isLinked` for one that nothing proves */
function Name({ name: { kind, value, isLinked } }: { name: NameToShow }) {
  const { found: t } = useMessages("privacy");
  return (
    <li>
      <span className="note">{t.nameKinds[kind]}:</span> <code>{value}</code>{" "}
      {isLinked === undefined ? (
        <Badge kind="warn">{t.notProven}</Badge>
      ) : (
        <Badge kind={isLinked ? "info" : "neutral"}>{isLinked ? t.linked : t.given}</Badge>
      )}
    </li>
  );
}
