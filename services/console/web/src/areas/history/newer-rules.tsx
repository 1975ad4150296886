import type { Retention } from "./history.api.js";
import { listChangedKinds } from "./history.rules.js";
import { useHistoryMessages } from "./messages/index.js";
import { useKindName, useRuleText } from "./rule-text.js";

/** The rules that others have changed since the dialog was opened. */
export function NewerRules({ before, now }: { before: Retention; now: Retention }) {
  const { newer: t } = useHistoryMessages();
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
