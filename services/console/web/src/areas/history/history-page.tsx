import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { LastChange } from "../../components/actor.js";
import { Badge } from "../../components/badge.js";
import { lazyDialog } from "../../components/dialogs/lazy-dialog.js";
import { Facts, Page, RecordPage } from "../../components/page.js";
import { useMessages } from "../../i18n/messages.js";
import { type Kind, type Mode, type Retention, type Rule, useRetention } from "./history.api.js";
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
function KindCard({ kind, rule, modes, onChange }: KindCardProps) {
  const t = useMessages("history");
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

const RuleDialog = lazyDialog(async () => (await import("./rule-dialog.js")).RuleDialog);

/** Settings → History: for how long each kind of history is kept. */
export default function HistoryPage() {
  const t = useMessages("history");
  return (
    <RecordPage title={t.title} query={useRetention()}>
      {(retention) => <History retention={retention} />}
    </RecordPage>
  );
}

function History({ retention }: { retention: Retention }) {
  const t = useMessages("history");
  const { can } = useBusiness();
  const [changed, setChanged] = useState<Kind>();
  const canChange = can("business:write");
  return (
    <Page title={t.title} lead={t.lead}>
      <div className="stack">
        {!canChange && <p className="notice">{t.readOnly}</p>}
        {retention.modes.length === 0 && (
          <p className="notice">{Object.keys(retention.rules).length === 0 ? t.nothingAllowed : t.noNewRules}</p>
        )}
        <div role="status">{!retention.isApplied && <p className="notice warn">{t.applying}</p>}</div>
        <div className="cards">
          {retention.kinds.map(({ kind, modes }) => (
            <KindCard
              key={kind}
              kind={kind}
              rule={retention.rules[kind]}
              modes={modes}
              onChange={canChange ? () => setChanged(kind) : undefined}
            />
          ))}
        </div>
        <HistoryFacts retention={retention} />
      </div>
      {changed && <RuleDialog retention={retention} kind={changed} onClose={() => setChanged(undefined)} />}
    </Page>
  );
}

/** Who last changed the rules, and what happens when history is deleted. */
function HistoryFacts({ retention: { updatedAt, updatedBy } }: { retention: Retention }) {
  const { facts: t } = useMessages("history");
  return (
    <Facts
      words={t}
      values={{
        changed: updatedAt ? <LastChange at={updatedAt} by={updatedBy} /> : t.never,
        removed: t.removedText,
        archived: t.archivedText,
        sandbox: t.sandboxText,
      }}
    />
  );
}
