import { Badge, type BadgeKind } from "../../components/badge.js";
import { Loading } from "../../components/data-table.js";
import { ErrorNotice } from "../../components/error-notice.js";
import { Section } from "../../components/page.js";
import { type Checklist, useChecklist } from "./flows.api.js";
import { useFlowMessages } from "./messages/index.js";
import { useSentence } from "./use-sentence.js";

type Step = Checklist["steps"][number];

const kinds: Readonly<Record<Step["state"], BadgeKind>> = {
  done: "good",
  missing: "warn",
  warning: "warn",
  optional: "neutral",
};

export function ChecklistSection({ slug }: { slug: string }) {
  const t = useFlowMessages().checklist;
  const { data, error, refetch } = useChecklist(slug);
  const lead = data && (data.isComplete ? t.complete : t.incomplete);
  return (
    <Section title={t.title} lead={lead}>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : !data && <Loading />}
      {data && (
        <ol className="card checklist">
          {data.steps.map((step) => (
            <ChecklistStep key={step.name} step={step} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function ChecklistStep({ step }: { step: Step }) {
  const t = useFlowMessages().checklist;
  const write = useSentence();
  const { name, state } = step;
  const names: Readonly<Record<string, string>> = t.steps;
  return (
    <li>
      <div>
        <strong>{names[name] ?? name}</strong>
        <p className="note">{write(step)}</p>
      </div>
      <Badge kind={kinds[state]}>{t.states[state]}</Badge>
    </li>
  );
}
