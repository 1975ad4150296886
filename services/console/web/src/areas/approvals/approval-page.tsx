import { useParams } from "@tanstack/react-router";
import { lazy, useState } from "react";
import { useBusiness } from "../../api/business.js";
import { TenantOpsError } from "../../api/errors.js";
import { loadFile } from "../../api/load-file.js";
import { Badge } from "../../components/badge.js";
import { ForDevelopers } from "../../components/developers.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { ErrorText } from "../../components/error-notice.js";
import { Facts, Page, RecordPage, Section } from "../../components/page.js";
import { SafeText } from "../../components/safe-text/safe-text.js";
import { Time, useNow } from "../../components/time.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { Asks, Member, StatusBadge, useMeasure, useWhat } from "./approval-parts.js";
import { type Approval, followMaxMs, useApproval } from "./approvals.api.js";
import { listSuggested } from "./approvals.rules.js";
import { ChangesTable, PreviewView, usePreviewIds } from "./preview-view.js";
import { listDifferences } from "./preview.rules.js";

// Not everybody sees it.
const DecisionSection = lazyDialog(async () => (await import("./decision-section.js")).DecisionSection);

// The page waits for it: what comes later would move the buttons of the decision.
const PreviewChecks = lazy(async () => ({
  default: (await loadFile(() => import("./preview-checks.js"))).PreviewChecks,
}));

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

/** The version of the preview and of the rules that this person has looked at. */
type Seen = Pick<Approval, "revision" | "policyVersion">;

const isChanged = ({ status, revision, policyVersion }: Approval, seen: Seen): boolean =>
  status === "pending" && (revision !== seen.revision || policyVersion !== seen.policyVersion);

function ApprovalDetails({ approval }: { approval: Approval }) {
  const t = useMessages("approvals");
  const { can } = useBusiness();
  const describe = useWhat();
  const { status, preview } = approval;
  const isErased = Object.keys(preview).length === 0;
  const [seen, setSeen] = useState<Seen>(approval);
  const title = { pending: t.page.effect, executed: t.page.effectOf.executed }[status as "pending" | "executed"];
  const isEnded = approval.endedAt !== null;
  return (
    <Page title={describe(approval)} lead={<StatusLine approval={approval} />}>
      <ChangedNotice approval={approval} seen={seen} />
      <Outcome approval={approval} />
      {!isErased && (
        <Section title={title ?? t.page.effectOf.rejected}>
          <PreviewView preview={preview} isEnded={isEnded} />
        </Section>
      )}
      <Request approval={approval} />
      <PreviewChecks approval={approval} />
      {can("approvals:decide") && status === "pending" && (
        <DecisionSection approval={approval} isChanged={isChanged(approval, seen)} onSeen={() => setSeen(approval)} />
      )}
      <div className="section">
        {!isErased && <Json title={t.page.arguments} value={approval.arguments} />}
        {approval.answer && <Json title={t.page.answer} value={approval.answer} />}
        <ForDevelopers
          values={[
            ...usePreviewIds(preview),
            [t.page.id, approval._id],
            [t.page.tool, approval.tool],
            [t.page.ruleVersion, String(approval.policyVersion)],
          ]}
        />
      </div>
    </Page>
  );
}

/** The states in which something is or may be changed. */
const hasEffect: ReadonlySet<Approval["status"]> = new Set(["pending", "approved", "executed"]);

/** The state in a word and in a sentence. Read out when it changes: after the decision the page follows what is done. */
function StatusLine({ approval: { status, irreversible, decisions } }: { approval: Approval }) {
  const { state, irreversible: cannotBeUndone } = useMessages("approvals");
  const now = useNow();
  const decidedMs = Date.parse(decisions.at(-1)?.at ?? "");
  const isSlow = status === "approved" && now - decidedMs > followMaxMs;
  return (
    <>
      <span role="status">
        <StatusBadge status={status} /> {isSlow ? state.approvedSlow : state[status]}
      </span>{" "}
      {irreversible && hasEffect.has(status) && <Badge kind="warn">{cannotBeUndone}</Badge>}
    </>
  );
}

/** What is not as it was shown before: to this person in this page, or to those who decided before. */
function ChangedNotice({ approval, seen }: { approval: Approval; seen: Seen }) {
  const t = useMessages("approvals");
  const changes = approval.earlierPreview ? listDifferences(approval.earlierPreview, approval.preview) : [];
  return (
    <>
      <div role="alert">
        {isChanged(approval, seen) && (
          <div className="notice warn">
            <strong>{t.changed.title}</strong>
            {approval.revision !== seen.revision && <p>{t.changed.preview}</p>}
            {approval.policyVersion !== seen.policyVersion && (
              <p>
                {t.changed.rules} {t.page.fields.needs}: {t.needs[approval.needs]}
              </p>
            )}
          </div>
        )}
      </div>
      {changes.length > 0 && (
        <Section title={t.changed.section}>
          <ChangesTable
            caption={t.changed.section}
            changes={changes}
            headers={[t.page.fields.earlier, t.page.fields.before]}
          />
        </Section>
      )}
    </>
  );
}

/** A refusal as an answer of a service would bring it, so that it gets the same words. */
const toError = ({ code, detail, values }: NonNullable<Approval["refusal"]>): TenantOpsError =>
  new TenantOpsError({ code, detail, status: 409, problems: [{ rule: code, values }] });

/** What became of it. */
function Outcome({ approval: { refusal, reason, suggestedArguments, ...approval } }: { approval: Approval }) {
  const t = useMessages("approvals").page;
  const suggested = suggestedArguments ? listSuggested(approval.arguments, suggestedArguments) : [];
  return (
    <>
      {refusal && (
        <Section title={t.refusal}>
          <div className="notice wrong">
            <ErrorText error={toError(refusal)} />
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
          <ChangesTable caption={t.suggestion} changes={suggested} headers={[t.fields.asked, t.suggested]} />
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
    <Section title={approval.endedAt === null ? t.who : t.whoAsked}>
      <Facts
        words={t}
        values={{
          agent: <Asks by={askedBy} />,
          history: format.list([
            format.counted(history.executed, t.executed),
            format.counted(history.rejected, t.rejected),
          ]),
          asked: <Time value={approval.createdAt} />,
          lapses: approval.status === "pending" && <Time value={approval.expiresAt} mayBeAhead />,
          ended: approval.endedAt && <Time value={approval.endedAt} />,
          rule: <SafeText text={approval.rule} />,
          needs: words.needs[approval.needs],
          number: describeMeasure(approval.measure),
          decided: <Decisions decisions={approval.decisions} />,
        }}
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
