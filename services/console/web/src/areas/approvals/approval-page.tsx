import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { TenantOpsError } from "../../api/errors.js";
import { ForDevelopers } from "../../components/developers.js";
import { ErrorText } from "../../components/error-notice.js";
import { Facts, Page, RecordPage, Section } from "../../components/page.js";
import { SafeText } from "../../components/safe-text.js";
import { Time } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { useBusiness } from "../../api/business.js";
import { type Approval, useApproval } from "./approvals.api.js";
import { Asks, Member, StatusBadge, useMeasure, useWhat } from "./approval-parts.js";
import { listSuggested } from "./approvals.rules.js";
import { DecisionSection } from "./decision-section.js";
import { listDifferences } from "./preview.rules.js";
import { ChangesTable, PreviewView } from "./preview-view.js";

/** What one agent wants to do, and the decision about it. */
export default function ApprovalPage() {
  const t = useMessages("approvals").page;
  const { approvalId = "" } = useParams({ strict: false });
  const query = useApproval(approvalId);
  return (
    <RecordPage title={t.title} query={query}>
      {(approval) => <ApprovalDetails key={approval._id} approval={approval} />}
    </RecordPage>
  );
}

function ApprovalDetails({ approval }: { approval: Approval }) {
  const t = useMessages("approvals");
  const { can } = useBusiness();
  const describe = useWhat();
  const { status, preview, warnings, irreversible } = approval;
  const titles: Readonly<Record<string, string>> = t.page.effectOf;
  return (
    <Page title={describe(approval)} lead={<StatusLine approval={approval} />}>
      <div className="stack">
        <ChangedNotice approval={approval} />
        <Section title={status === "pending" ? t.page.effect : (titles[status] ?? titles["rejected"] ?? "")}>
          <PreviewView preview={preview} />
        </Section>
        <Checks checks={approval.checks} />
        {warnings.length > 0 && (
          <Section title={t.page.warnings}>
            <ul className="notice warn">
              {warnings.map((warning, index) => (
                // Two warnings may be the same.
                <li key={index}>
                  <SafeText text={warning} />
                </li>
              ))}
            </ul>
          </Section>
        )}
        {irreversible && status === "pending" && <p className="notice warn">{t.decide.undo}</p>}
        {can("approvals:decide") && status === "pending" && <DecisionSection approval={approval} />}
        <Outcome approval={approval} />
        <Request approval={approval} />
      </div>
    </Page>
  );
}

/** The state in a word and in a sentence. Read out when it changes: after the decision the page follows what is done. */
function StatusLine({ approval: { status } }: { approval: Approval }) {
  const { state } = useMessages("approvals");
  return (
    <span role="status">
      <StatusBadge status={status} /> {state[status]}
    </span>
  );
}

/** What is not as it was shown before, to this person in this page or to others. */
function ChangedNotice({ approval }: { approval: Approval }) {
  const t = useMessages("approvals");
  const [{ revision, policyVersion }] = useState(approval);
  const isNewPreview = approval.revision !== revision;
  const isNewPolicy = approval.policyVersion !== policyVersion;
  const changes = approval.earlierPreview ? listDifferences(approval.earlierPreview, approval.preview) : [];
  return (
    <>
      <div role="alert">
        {approval.status === "pending" && (isNewPreview || isNewPolicy) && (
          <div className="notice warn">
            <strong>{t.changed.title}</strong>
            {isNewPreview && <p>{t.changed.preview}</p>}
            {isNewPolicy && (
              <p>
                {t.changed.rules} {t.page.needs}: {t.needs[approval.needs]}
              </p>
            )}
          </div>
        )}
      </div>
      {changes.length > 0 && (
        <Section title={t.changed.section}>
          <ChangesTable caption={t.changed.section} changes={changes} headers={[t.page.earlier, t.page.before]} />
        </Section>
      )}
    </>
  );
}

function Checks({ checks }: Pick<Approval, "checks">) {
  const t = useMessages("approvals").page;
  if (checks.length === 0) return null;
  return (
    <Section title={t.checks}>
      <ul className="stack">
        {checks.map(({ name, ok, detail }, index) => (
          // Two checks may have one name.
          <li key={index}>
            <strong>{ok ? "✓" : "✗"}</strong> <span className="hidden">{ok ? t.ok : t.notOk}: </span>
            <SafeText text={detail === "" ? name : detail} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What became of it. */
function Outcome({ approval: { refusal, reason, suggestedArguments, ...approval } }: { approval: Approval }) {
  const t = useMessages("approvals").page;
  const suggested = suggestedArguments ? listSuggested(approval.arguments, suggestedArguments) : [];
  return (
    <>
      {refusal && (
        <Section title={t.refusal}>
          <div className="notice wrong">
            <ErrorText error={new TenantOpsError({ ...refusal, status: 409 })} />
          </div>
        </Section>
      )}
      {reason !== null && reason !== "" && (
        <Section title={t.reason}>
          <p>
            <SafeText text={reason} />
          </p>
        </Section>
      )}
      {suggested.length > 0 && (
        <Section title={t.suggestion} lead={t.suggestionLead}>
          <ChangesTable caption={t.suggestion} changes={suggested} headers={[t.before, t.after]} />
        </Section>
      )}
    </>
  );
}

/** Who asks, by which rule, and who has decided. */
function Request({ approval }: { approval: Approval }) {
  const words = useMessages("approvals");
  const t = words.page;
  const format = useFormat();
  const describeMeasure = useMeasure();
  const { askedBy, history } = approval;
  return (
    <Section title={t.who}>
      <Facts
        values={[
          { name: t.agent, value: <Asks by={askedBy} /> },
          {
            name: t.history,
            value: format.list([
              format.counted(history.executed, t.executed),
              format.counted(history.rejected, t.rejected),
            ]),
          },
          { name: t.asked, value: <Time value={approval.createdAt} /> },
          {
            name: t.lapses,
            value: approval.status === "pending" && <Time value={approval.expiresAt} mayBeAhead />,
          },
          { name: t.ended, value: approval.endedAt && <Time value={approval.endedAt} /> },
          { name: t.rule, value: <SafeText text={approval.rule} /> },
          { name: t.needs, value: words.needs[approval.needs] },
          { name: t.number, value: describeMeasure(approval.measure) },
          { name: t.decided, value: <Decisions decisions={approval.decisions} /> },
        ]}
      />
      <Json title={t.arguments} value={approval.arguments} />
      {approval.answer && <Json title={t.answer} value={approval.answer} />}
      <ForDevelopers
        values={[
          [t.id, approval._id],
          [t.tool, approval.tool],
          [t.ruleVersion, String(approval.policyVersion)],
        ]}
      />
    </Section>
  );
}

/** What was sent or answered, word for word. */
function Json({ title, value }: { title: string; value: object }) {
  return (
    <details className="developers">
      <summary>{title}</summary>
      <div className="code">
        <pre tabIndex={0}>
          <SafeText text={JSON.stringify(value, null, 2)} />
        </pre>
      </div>
    </details>
  );
}

function Decisions({ decisions }: Pick<Approval, "decisions">) {
  const t = useMessages("approvals").page;
  if (decisions.length === 0) return t.noDecisions;
  return (
    <ul>
      {decisions.map(({ personId, decision, withProof, at }) => (
        <li key={personId}>
          <Member personId={personId} /> {decision === "approve" ? t.approvedBy : t.rejectedBy}
          {withProof && ` ${t.withPasskey}`} · <Time value={at} />
        </li>
      ))}
    </ul>
  );
}
