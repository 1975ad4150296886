import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { useRecord } from "../../api/public-api.js";
import { LastChange } from "../../components/actor.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { EmptyState } from "../../components/empty-state.js";
import { showError } from "../../components/error-notice.js";
import { moveUp } from "../../components/forms/rows.rules.js";
import { Facts, Page, RecordPage } from "../../components/page.js";
import { SafeText } from "../../components/safe-text/safe-text.js";
import { showToast } from "../../components/toasts.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type Policy, type Rule, useSavePolicy } from "../approvals/approvals.api.js";
import { rulesMax } from "./policy.rules.js";
import { isSame } from "../approvals/preview.rules.js";
import { useCallers, useRuleSentence } from "./rule-sentence.js";
import "../approvals/approvals.css";

const RuleDialog = lazyDialog(async () => (await import("./rule-dialog.js")).RuleDialog);

/** Settings → Approval rules: when an agent has to wait for people. */
export default function RulesPage() {
  const t = useMessages("approval-rules").rules;
  return (
    <RecordPage title={t.title} query={useRecord("console", "getApprovalPolicy", {})}>
      {(policy) => <Rules policy={policy} />}
    </RecordPage>
  );
}

function Rules({ policy }: { policy: Policy }) {
  const t = useMessages("approval-rules").rules;
  const format = useFormat();
  const { can } = useBusiness();
  // `{}`: a new rule.
  const [opened, setOpened] = useState<{ rule?: Rule }>();
  const { updatedAt, updatedBy } = policy;
  const isFull = policy.rules.length >= rulesMax;
  const mayChange = can("policies:write");
  const add = mayChange && !isFull && (
    <button type="button" className="primary" onClick={() => setOpened({})}>
      {t.add}
    </button>
  );
  return (
    <Page title={t.title} lead={t.lead} actions={policy.rules.length > 0 && add}>
      {policy.rules.length === 0 ? (
        <EmptyState title={t.emptyTitle} action={add}>
          {t.emptyText}
        </EmptyState>
      ) : (
        <div className="stack">
          {isFull && <p className="notice">{t.full(format.number(rulesMax))}</p>}
          <RuleList policy={policy} onEdit={mayChange ? (rule) => setOpened({ rule }) : undefined} />
          <Facts
            words={t}
            values={{
              changed: updatedAt ? <LastChange at={updatedAt} by={updatedBy} /> : t.never,
            }}
          />
        </div>
      )}
      {opened && <RuleDialog policy={policy} rule={opened.rule} onClose={() => setOpened(undefined)} />}
    </Page>
  );
}

/** How much of its daily allowance is used up. */
function UsedToday({ rule: { name, dailyAllowance }, all }: { rule: Rule; all: Policy["usedToday"] }) {
  const t = useMessages("approval-rules").rules;
  const format = useFormat();
  if (dailyAllowance === null) return null;
  const used = all.find(({ rule }) => rule === name)?.used ?? 0;
  return <p className="note">{t.usedToday(format.number(used))}</p>;
}

interface RuleListProps {
  policy: Policy;
  /** Absent for a person who may not change them. */
  onEdit: ((rule: Rule) => void) | undefined;
}

function RuleList({ policy: { version, rules, usedToday }, onEdit }: RuleListProps) {
  const words = useMessages("approval-rules");
  const t = words.rules;
  const describe = useRuleSentence(useCallers());
  const [removed, setRemoved] = useState<Rule>();
  const save = useSavePolicy(() => {
    showToast(t.saved);
    setRemoved(undefined);
  });
  const move = (index: number) =>
    save.mutate({ version, rules: moveUp(rules, index) }, { onError: (error) => void showError(error) });
  const remove = (rule: Rule) => {
    const index = rules.findIndex((one) => isSame(one, rule));
    // Somebody else has removed it.
    if (index < 0) setRemoved(undefined);
    else save.mutate({ version, rules: rules.toSpliced(index, 1) });
  };
  return (
    <>
      <ol className="rule-list">
        {rules.map((rule, index) => (
          // Two rules may have one name, and even be the same.
          <li key={`${rule.name} ${index}`} className="card">
            <div className="sentence">
              <strong>
                {index + 1}. <SafeText text={rule.name} />
              </strong>
              <p>{describe(rule)}</p>
              <UsedToday rule={rule} all={usedToday} />
            </div>
            {onEdit && (
              <div className="row-actions">
                {index > 0 && (
                  <button
                    type="button"
                    aria-label={t.ofRule(t.up, rule.name)}
                    disabled={save.isPending}
                    onClick={() => move(index)}
                  >
                    ↑
                  </button>
                )}
                <button type="button" aria-label={t.ofRule(t.edit, rule.name)} onClick={() => onEdit(rule)}>
                  {t.edit}
                </button>
                <button
                  type="button"
                  className="danger"
                  aria-label={t.ofRule(t.remove, rule.name)}
                  onClick={() => setRemoved(rule)}
                >
                  {t.remove}
                </button>
              </div>
            )}
          </li>
        ))}
      </ol>
      {removed && (
        <ConfirmDialog
          title={t.removeTitle(removed.name)}
          confirm={t.remove}
          isDangerous
          write={{
            ...save,
            mutate: () => remove(removed),
          }}
          onClose={() => {
            save.reset();
            setRemoved(undefined);
          }}
        >
          <p>{describe(removed)}.</p>
          <p>{t.removeText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
