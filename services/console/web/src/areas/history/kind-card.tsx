import { Badge } from "../../components/badge.js";
import type { Kind, Mode, Rule } from "./history.api.js";
import { useHistoryMessages } from "./messages/index.js";
import { useKindName, useRuleText } from "./rule-text.js";

const badges = { keep: "neutral", archive: "info", delete: "warn" } as const;

interface KindCardProps {
  kind: Kind;
  rule: Rule | undefined;
  /** The modes that may be chosen for this kind. */
  modes: readonly Mode[];
  /** Absent for a person who may not change it. */
  onChange: (() => void) | undefined;
}

/** What a kind of history is, and what happens with it. */
export function KindCard({ kind, rule, modes, onChange }: KindCardProps) {
  const t = useHistoryMessages();
  const name = useKindName()(kind);
  const describe = useRuleText();
  // A newer server may have kinds that this page does not know.
  const words: Readonly<Record<string, { goes: string; ended: string; stays: string }>> = t.kinds;
  const parts = (["goes", "ended", "stays"] as const).map((part) => [t[part], words[kind]?.[part]] as const);
  // A rule that was set before is in force until it is removed.
  const hasChoice = modes.length > 0 || rule !== undefined;
  return (
    <section className="card" aria-label={name}>
      {/* Cards beside each other are of one height; only the outer element grows. */}
      <div className="stack">
        <h2>{name}</h2>
        <p>
          <Badge kind={badges[rule?.mode ?? "keep"]}>{describe(rule)}</Badge>
        </p>
        <dl className="stack">
          {parts.map(
            ([title, text]) =>
              text && (
                <div key={title}>
                  <dt className="note">{title}</dt>
                  <dd>{text}</dd>
                </div>
              ),
          )}
        </dl>
        {onChange && !hasChoice && <p className="note">{t.noModes}</p>}
        {onChange && hasChoice && (
          <div className="page-actions">
            <button type="button" onClick={onChange}>
              {t.change} <span className="hidden">{name}</span>
            </button>
          </div>
        )}
      </div>
    </section>
  );
}
