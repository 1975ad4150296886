import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { lazyDialog } from "../../components/lazy-dialog.js";
import { Page } from "../../components/page.js";
import { RecordPage } from "../../components/record-page.js";
import { useExplained } from "../../components/use-explained.js";
import { type Kind, type Retention, useRetention } from "./history.api.js";
import { HistoryFacts } from "./history-facts.js";
import { KindCard } from "./kind-card.js";
import { useHistoryMessages } from "./messages/index.js";

const RuleDialog = lazyDialog(async () => (await import("./rule-dialog.js")).RuleDialog);

/** Settings → History: for how long each kind of history is kept. */
export default function HistoryPage() {
  const t = useHistoryMessages();
  const { data, error, refetch } = useRetention();
  return (
    <RecordPage title={t.title} query={{ data, error: useExplained(error, t.refusals), refetch }}>
      {(retention) => <History retention={retention} />}
    </RecordPage>
  );
}

function History({ retention }: { retention: Retention }) {
  const t = useHistoryMessages();
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
