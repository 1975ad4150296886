import { useFormat } from "../../i18n/use-format.js";
import type { PreviewedKind, Rule } from "./history.api.js";
import { useHistoryMessages } from "./messages/index.js";

interface FoundHistoryProps {
  /** null while the days are invalid; undefined: the history is kept. */
  rule: Rule | undefined | null;
  /** What the rule would delete now; undefined until it is counted. */
  found: PreviewedKind | undefined;
  /** There is no rule yet. */
  wasKept: boolean;
}

/** Shows what a rule would delete now. */
export function FoundHistory({ rule, found, wasKept }: FoundHistoryProps) {
  const { form, found: t } = useHistoryMessages();
  if (rule === null) return null;
  if (!rule) return wasKept ? null : <p className="notice">{t.keepText}</p>;
  return found ? <Result mode={rule.mode} found={found} /> : <p className="note">{form.previewFirst}</p>;
}

function Result({ mode, found: { records, oldest, isComplete } }: { mode: Rule["mode"]; found: PreviewedKind }) {
  const { found: t } = useHistoryMessages();
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
