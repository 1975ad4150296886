import { useBusiness } from "../../api/business.js";
import { useRecord } from "../../api/public-api.js";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { Loaded } from "../../components/loaded.js";
import { Section } from "../../components/page.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { useSentence } from "./flow-parts.js";
import type { Checklist, Flow } from "./flows.api.js";
import { type FixDialog, findFix, summarizeChecklist } from "./flows.rules.js";

type Step = Checklist["steps"][number];

const kinds: Readonly<Record<Step["state"], BadgeKind>> = {
  done: "good",
  missing: "warn",
  warning: "warn",
  optional: "neutral",
};

interface ChecklistProps {
  flow: Flow;
  /** Opens the dialog that changes what a step is about. */
  open: (dialog: FixDialog) => void;
}

export function ChecklistSection({ flow, open }: ChecklistProps) {
  const t = useMessages("flows").checklist;
  const format = useFormat();
  const checklist = useRecord("flows", "getFlowChecklist", { slug: flow.slug });
  const getLead = ({ steps }: Checklist) => {
    const { isMissing, warnings } = summarizeChecklist(steps);
    if (isMissing) return t.incomplete;
    return warnings > 0 ? format.counted(warnings, t.warnings) : t.complete;
  };
  return (
    <Section title={t.title} lead={checklist.data && getLead(checklist.data)}>
      <Loaded query={checklist}>
        {({ steps }) => (
          <ol className="card checklist">
            {steps.map((step) => (
              <ChecklistStep key={step.name} step={step} flow={flow} open={open} />
            ))}
          </ol>
        )}
      </Loaded>
    </Section>
  );
}

function ChecklistStep({ step, flow, open }: ChecklistProps & { step: Step }) {
  const t = useMessages("flows").checklist;
  const { business, can } = useBusiness();
  const write = useSentence();
  const { name, state } = step;
  const fix = can("flows:write") && findFix(step, flow);
  const label = `${t.fix}: ${t.steps[name]}`;
  return (
    <li>
      <div>
        <strong>{t.steps[name]}</strong>
        <p className="note">{write(step)}</p>
      </div>
      <div className="checklist-state">
        <Badge kind={kinds[state]}>{t.states[state]}</Badge>
        {fix && fix.dialog !== undefined && (
          <button type="button" aria-label={label} onClick={() => open(fix.dialog)}>
            {t.fix}
          </button>
        )}
        {fix && fix.dialog === undefined && (
          <a className="button" aria-label={label} href={fix.place ?? `/b/${business._id}${fix.path}`}>
            {t.fix}
          </a>
        )}
      </div>
    </li>
  );
}
