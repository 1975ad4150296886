import { useState } from "react";
import { setApprovalPolicy } from "../../api/limits/console.js";
import { useChangeBy } from "../../api/public-api.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { ErrorText } from "../../components/error-notice.js";
import { RadioGroup } from "../../components/forms/form.js";
import { NumberField, TextField } from "../../components/forms/inputs.js";
import { showToast } from "../../components/toasts.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { type Policy, type Rule, useSavePolicy } from "../approvals/approvals.api.js";
import { findUnit, firstRule, hasNumber, listRuleTools, replaceRule } from "./policy.rules.js";
import { CallersChoice, type Draft, NumberChoice, ToolsChoice } from "./rule-fields.js";

const { name: nameLimit, lapsesAfterHours: hours } = setApprovalPolicy.rules;

const isWhole = (value: number | undefined, min: number, max = Infinity): value is number =>
  value !== undefined && Number.isInteger(value) && value >= min && value <= max;

/** @returns undefined while something is missing */
function toRule({ isForSome, when, number, lapsesAfterHours, ...draft }: Draft): Rule | undefined {
  const name = draft.name.trim();
  const tools = listRuleTools(draft);
  if (name === "" || tools.length === 0 || (isForSome && draft.callers.length === 0)) return undefined;
  if (!isWhole(lapsesAfterHours, hours.min, hours.max)) return undefined;
  const rule = { ...draft, name, callers: isForSome ? draft.callers : [], lapsesAfterHours };
  if (when === "always") return { ...rule, atLeast: null, dailyAllowance: null };
  if (!isWhole(number, 1) || !tools.some(hasNumber)) return undefined;
  if (when === "atLeast") return { ...rule, atLeast: number, dailyAllowance: null };
  return findUnit(tools) && { ...rule, atLeast: null, dailyAllowance: number };
}

function toDraft({ atLeast, dailyAllowance, ...rule }: Rule): Draft {
  const compared = atLeast === null ? "dailyAllowance" : "atLeast";
  const number = atLeast ?? dailyAllowance ?? undefined;
  return { ...rule, when: number === undefined ? "always" : compared, number, isForSome: rule.callers.length > 0 };
}

interface RuleDialogProps {
  /** As it is now: somebody may change it while the dialog is open. */
  policy: Policy;
  /** Changed; a new one is added behind the others. */
  rule: Rule | undefined;
  onClose: () => void;
}

export function RuleDialog({ policy, rule, onClose }: RuleDialogProps) {
  const { form: t, rules: words } = useMessages("approval-rules");
  const { needs } = useMessages("approvals");
  const [openedVersion] = useState(policy.version);
  const [draft, setDraft] = useState(() => toDraft(rule ?? firstRule));
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
    <FormDialog
      title={rule ? t.titleEdit : t.titleNew}
      submit={t.save}
      write={save}
      isReady={rules !== undefined}
      onSubmit={() => rules && save.mutate({ version: policy.version, rules })}
      onClose={onClose}
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
      <RadioGroup
        name="needs"
        label={t.needs}
        value={draft.needs}
        options={needs}
        hints={t.needsHints}
        onChange={(needs) => change({ needs })}
      />
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
    </FormDialog>
  );
}

/** How often the rule, at its place among the others, would have asked in the last days. */
function Trial({ rules, index }: { rules: Rule[]; index: number }) {
  const { form: t } = useMessages("approval-rules");
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
