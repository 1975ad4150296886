import { useState } from "react";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { RadioGroup } from "../../components/forms/form.js";
import { NumberField } from "../../components/forms/inputs.js";
import { showToast } from "../../components/toasts.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import {
  type Kind,
  type Mode,
  type PreviewedKind,
  type Retention,
  type Rule,
  usePreview,
  useSaveRules,
} from "./history.api.js";
import {
  type Choice,
  daysMax,
  isDays,
  isSameRule,
  listChangedKinds,
  replaceRule,
  startForm,
  toRule,
} from "./history.rules.js";
import { useKindName, useRuleText } from "./rule-text.js";

interface RuleDialogProps {
  /** The present rules. They may be read again while the dialog is open. */
  retention: Retention;
  kind: Kind;
  onClose: () => void;
}

/** Changes the rule of one kind. It can be saved only after a preview of what would be deleted now. */
export function RuleDialog({ retention, kind, onClose }: RuleDialogProps) {
  const { form: t } = useMessages("history");
  const nameKind = useKindName();
  const [opened] = useState(retention);
  // The rules that the person has seen. Newer rules, also those that are read while the dialog is open, are replaced only after a refusal has shown
  // them.
  const [seen, setSeen] = useState(retention);
  const { daysMin, kinds } = retention;
  const modes = kinds.find((each) => each.kind === kind)?.modes ?? [];
  const [values, setValues] = useState<{ choice: Choice; days: number | undefined }>(() =>
    startForm(opened.rules[kind], { modes, daysMin }),
  );
  const [found, setFound] = useState<PreviewedKind>();
  const preview = usePreview();
  const rule = toRule(values.choice, values.days, daysMin);
  const save = useSaveRules({
    onDone: () => {
      showToast(rule ? t.saved : t.kept);
      onClose();
    },
    onChangedMeanwhile: setSeen,
  });
  // The counts must belong to the rule that would be saved, so the answer of a preview that arrives after a change is dropped.
  const change = (changes: Partial<typeof values>) => {
    if (save.isPending) return;
    preview.reset();
    save.reset();
    setFound(undefined);
    setValues({ ...values, ...changes });
  };
  const runPreview = (previewed: Rule) => {
    save.reset();
    setFound(undefined);
    preview.mutate({ kind, rule: previewed }, { onSuccess: ({ kinds: [first] }) => setFound(first) });
  };
  const submit = () =>
    save.mutate({
      version: seen.version,
      rules: replaceRule(seen.rules, kind, rule ?? undefined),
    });
  const isDangerous = rule?.mode === "delete";
  const isPreviewed = rule === undefined || found !== undefined;
  return (
    <FormDialog
      title={t.title(nameKind(kind))}
      submit={isDangerous && found && found.records > 0 ? t.saveDelete : t.save}
      write={{ ...save, error: save.error ?? preview.error }}
      isReady={rule !== null && isPreviewed && !isSameRule(rule, retention.rules[kind])}
      isDangerous={isDangerous}
      onSubmit={submit}
      onClose={onClose}
    >
      <RuleFields {...values} retention={retention} modes={modes} onChange={change} />
      {rule && (
        <div className="page-actions">
          <button type="button" onClick={() => runPreview(rule)} disabled={preview.isPending}>
            {preview.isPending ? t.counting : t.preview}
          </button>
        </div>
      )}
      {/* Read out when it changes. */}
      <div role="status" className="stack">
        <FoundHistory rule={rule} found={found} wasKept={retention.rules[kind] === undefined} />
        <NewerRules before={opened} now={retention} />
      </div>
    </FormDialog>
  );
}

/** The rules that others have changed since the dialog was opened. */
function NewerRules({ before, now }: { before: Retention; now: Retention }) {
  const { newer: t } = useMessages("history");
  const nameKind = useKindName();
  const describe = useRuleText();
  const kinds = listChangedKinds(before, now);
  if (kinds.length === 0) return null;
  return (
    <div className="notice warn">
      <strong>{t.title}</strong>
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            {nameKind(kind)}: {describe(now.rules[kind])}
          </li>
        ))}
      </ul>
      <p>{t.text}</p>
    </div>
  );
}

interface FoundHistoryProps {
  /** null while the days are invalid; undefined: the history is kept. */
  rule: Rule | undefined | null;
  /** What the rule would delete now; undefined until it is counted. */
  found: PreviewedKind | undefined;
  /** There is no rule yet. */
  wasKept: boolean;
}

/** Shows what a rule would delete now. */
function FoundHistory({ rule, found, wasKept }: FoundHistoryProps) {
  const { form, found: t } = useMessages("history");
  if (rule === null) return null;
  if (!rule) return wasKept ? null : <p className="notice">{t.keepText}</p>;
  return found ? <Result mode={rule.mode} found={found} /> : <p className="note">{form.previewFirst}</p>;
}

function Result({ mode, found: { records, oldest, isComplete } }: { mode: Rule["mode"]; found: PreviewedKind }) {
  const { found: t } = useMessages("history");
  const format = useFormat();
  const count = format.number(records);
  const isSome = records > 0;
  const isLoss = mode === "delete" && isSome;
  return (
    <div className={isLoss ? "notice wrong" : "notice"}>
      <strong>{isSome ? t[mode](isComplete ? count : t.atLeast(count)) : isComplete ? t.none : t.incomplete}</strong>
      {oldest && <p>{t.oldest(format.dateTime(oldest))}</p>}
      {isSome && !isComplete && <p>{t.incomplete}</p>}
      {isLoss && <p>{t.deleteText}</p>}
      <p>{t.later}</p>
    </div>
  );
}

interface RuleFieldsProps {
  choice: Choice;
  days: number | undefined;
  retention: Retention;
  /** The modes that may be chosen for this kind. */
  modes: readonly Mode[];
  onChange: (changes: { choice?: Choice; days?: number | undefined }) => void;
}

/** What happens with a kind of history, and after how many days. */
function RuleFields({ choice, days, retention, modes, onChange }: RuleFieldsProps) {
  const { form: t } = useMessages("history");
  const format = useFormat();
  const { daysMin } = retention;
  const limits = [format.number(daysMin), format.number(daysMax)] as const;
  const offered: Choice[] = ["keep", ...modes];
  return (
    <>
      <RadioGroup
        name="mode"
        label={t.question}
        value={choice}
        options={offered.map((each) => [each, t[each]])}
        hints={{ archive: t.archiveHint, delete: t.deleteHint }}
        onChange={(each) => onChange({ choice: each })}
      >
        {listReasons(retention, modes, t).map((reason) => (
          <p key={reason} className="hint">
            {reason}
          </p>
        ))}
      </RadioGroup>
      {choice !== "keep" && (
        <NumberField
          name="days"
          label={t.days}
          hint={t.daysHint(...limits)}
          error={isDays(days, daysMin) ? undefined : t.daysRefused(...limits)}
          min={daysMin}
          value={days}
          onChange={(next) => onChange({ days: next })}
        />
      )}
    </>
  );
}

/** Why something is not offered. */
function listReasons(
  { modes: allowed }: Retention,
  modes: readonly Mode[],
  t: { notAllowed: Readonly<Record<Mode, string>>; noArchive: string },
): string[] {
  const missing = (["archive", "delete"] as const).filter((mode) => !modes.includes(mode));
  return missing.map((mode) => (allowed.includes(mode) ? t.noArchive : t.notAllowed[mode]));
}
