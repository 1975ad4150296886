import { useState } from "react";
import { setApprovalPolicy } from "../../api/limits/console.js";
import { useChangeBy } from "../../api/public-api.js";
import { Dialog } from "../../components/dialogs/dialog.js";
import { ErrorText } from "../../components/error-notice.js";
import { Check, FieldGroup, Form } from "../../components/forms/form.js";
import { NumberField, TextField } from "../../components/forms/inputs.js";
import { showToast } from "../../components/toasts.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type Policy, type Rule, useSavePolicy } from "./approvals.api.js";
import { firstRule, hasNumber, listRuleTools, replaceRule } from "./policy.rules.js";
import { CallersChoice, type Draft, NumberChoice, ToolsChoice } from "./rule-fields.js";

const { name: nameLimit, lapsesAfterHours: hours } = setApprovalPolicy.rules;

/** @returns undefined while something is missing */
function toRule({ isForSome, atLeast, lapsesAfterHours, ...draft }: Draft): Rule | undefined {
  const name = draft.name.trim();
  const isValid =
    name !== "" &&
    listRuleTools(draft).length > 0 &&
    (!isForSome || draft.callers.length > 0) &&
    (atLeast === undefined || (Number.isInteger(atLeast) && atLeast >= 1 && listRuleTools(draft).some(hasNumber))) &&
    lapsesAfterHours !== undefined &&
    Number.isInteger(lapsesAfterHours) &&
    lapsesAfterHours >= hours.min &&
    lapsesAfterHours <= hours.max;
  if (!isValid) return undefined;
  return { ...draft, name, callers: isForSome ? draft.callers : [], atLeast: atLeast ?? null, lapsesAfterHours };
}

interface RuleDialogProps {
  /** As it is now: somebody may change it while the dialog is open. */
  policy: Policy;
  /** Changed; a new one is added behind the others. */
  rule: Rule | undefined;
  onClose: () => void;
}

export function RuleDialog({ policy, rule, onClose }: RuleDialogProps) {
  const { form: t, rules: words, ...common } = useMessages("approvals");
  const [openedVersion] = useState(policy.version);
  const [draft, setDraft] = useState<Draft>(() => {
    const first = rule ?? firstRule;
    return { ...first, atLeast: first.atLeast ?? undefined, isForSome: first.callers.length > 0 };
  });
  const save = useSavePolicy(() => {
    showToast(words.saved);
    onClose();
  });
  const change = (changes: Partial<Draft>) => {
    save.reset();
    setDraft({ ...draft, ...changes });
  };
  const next = toRule(draft);
  const rules = next && replaceRule(policy.rules, rule, next);
  const isGone = rule !== undefined && replaceRule(policy.rules, rule, rule) === undefined;
  return (
    <Dialog title={rule ? t.titleEdit : t.titleNew} onClose={onClose}>
      <Form
        onSubmit={() => rules && save.mutate({ version: policy.version, rules })}
        error={save.error}
        submit={t.save}
        isPending={save.isPending}
        isReady={rules !== undefined}
        onCancel={onClose}
      >
        <TextField
          name="name"
          label={t.name}
          hint={t.nameHint}
          value={draft.name}
          {...nameLimit}
          onChange={(name) => change({ name })}
        />
        <ToolsChoice draft={draft} change={change} />
        <NumberChoice draft={draft} change={change} />
        <CallersChoice draft={draft} change={change} />
        <FieldGroup name="needs" label={t.needs}>
          {(["one", "one_with_proof", "two"] as const).map((needs) => (
            <Check
              key={needs}
              type="radio"
              name="needs"
              label={common.needs[needs]}
              hint={t.needsHints[needs]}
              checked={draft.needs === needs}
              onChange={() => change({ needs })}
            />
          ))}
        </FieldGroup>
        <NumberField
          name="lapsesAfterHours"
          label={t.lapses}
          hint={t.lapsesHint}
          min={hours.min}
          max={hours.max}
          value={draft.lapsesAfterHours}
          onChange={(lapsesAfterHours) => change({ lapsesAfterHours })}
        />
        {rules && next && <Trial key={JSON.stringify(next)} rules={rules} index={rules.indexOf(next)} />}
        {isGone && (
          <p className="notice warn" role="alert">
            {t.gone}
          </p>
        )}
        {!isGone && policy.version !== openedVersion && (
          <p className="notice warn" role="alert">
            {t.newer}
          </p>
        )}
      </Form>
    </Dialog>
  );
}

/** How often the rule, at its place among the others, would have asked in the last days. */
function Trial({ rules, index }: { rules: Rule[]; index: number }) {
  const { form: t } = useMessages("approvals");
  const format = useFormat();
  const trial = useChangeBy("console", (client, input: { rules: Rule[] }) => client.console.tryApprovalPolicy(input));
  const found = trial.data?.rules[index];
  return (
    <div className="stack">
      <div className="page-actions">
        <button type="button" onClick={() => trial.mutate({ rules })} disabled={trial.isPending}>
          {t.try}
        </button>
      </div>
      <div role="status">
        {found && <p>{t.tried(format.number(found.asked), format.number(found.previews))}</p>}
        {trial.error && (
          <div className="notice wrong">
            <ErrorText error={trial.error} />
          </div>
        )}
      </div>
    </div>
  );
}
