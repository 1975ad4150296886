import { Check, FieldGroup, RadioGroup } from "../../components/forms/form.js";
import { NumberField } from "../../components/forms/inputs.js";
import { toggle } from "../../components/forms/rows.rules.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { useToolName } from "../approvals/approval-parts.js";
import type { Rule } from "../approvals/approvals.api.js";
import { findUnit, hasNumber, listRuleTools } from "./policy.rules.js";
import { useCallers } from "./rule-sentence.js";
import { findTool, ruleAreas, toolNames } from "./tools.rules.js";

/** A rule while it is entered: its numbers may be missing. */
export interface Draft extends Omit<Rule, "atLeast" | "dailyAllowance" | "lapsesAfterHours"> {
  when: "always" | "atLeast" | "dailyAllowance";
  /** From which one on it asks, or that of the allowance. */
  number: number | undefined;
  lapsesAfterHours: number | undefined;
  /** Whether callers are chosen; without any chosen one the rule would be for all. */
  isForSome: boolean;
}

export interface DraftProps {
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
}

/** What a rule is for: areas, what cannot be undone, and single tools. */
export function ToolsChoice({ draft, change }: DraftProps) {
  const { form: t, areas } = useMessages("approval-rules");
  const nameTool = useToolName();
  const format = useFormat();
  const irreversible = toolNames.filter((name) => findTool(name)?.irreversible);
  // Also those that only a newer server knows.
  const tools = [...new Set([...toolNames, ...draft.tools])];
  return (
    <FieldGroup name="tools" label={t.what} hint={listRuleTools(draft).length === 0 && t.incomplete}>
      {ruleAreas.map((area) => (
        <Check
          key={area}
          label={t.area(areas[area])}
          checked={draft.areas.includes(area)}
          onChange={(isChosen) => change({ areas: toggle(draft.areas, area, isChosen) })}
        />
      ))}
      <Check
        label={t.irreversible}
        hint={t.irreversibleHint(format.list(irreversible.map(nameTool)))}
        checked={draft.irreversible}
        onChange={(isChosen) => change({ irreversible: isChosen })}
      />
      <details className="more" open={draft.tools.length > 0 || undefined}>
        <summary>{t.tools}</summary>
        <div className="tools-choice">
          {tools.map((name) => (
            <Check
              key={name}
              label={nameTool(name)}
              checked={draft.tools.includes(name)}
              onChange={(isChosen) => change({ tools: toggle(draft.tools, name, isChosen) })}
            />
          ))}
        </div>
      </details>
    </FieldGroup>
  );
}

/** Whether the rule asks always, from a number on, or beyond a daily allowance, for tools that have a number. */
export function NumberChoice({ draft, change }: DraftProps) {
  const { form: t } = useMessages("approval-rules");
  const { units } = useMessages("approvals");
  const nameTool = useToolName();
  const format = useFormat();
  const tools = listRuleTools(draft);
  const withNumber = tools.filter(hasNumber);
  const without = tools.filter((name) => !hasNumber(name));
  // A number that was entered before stays visible, so that it can be taken away.
  if (withNumber.length === 0 && draft.when === "always") return null;
  const unit = findUnit(tools);
  const list = (names: readonly string[]) => format.list(names.map(nameTool));
  return (
    <RadioGroup
      name="when"
      label={t.when}
      hint={t.whenHint(list(withNumber))}
      value={draft.when}
      options={t.whens}
      hints={{ dailyAllowance: t.allowanceHint }}
      onChange={(when) => change({ when })}
    >
      {draft.when !== "always" && (
        <>
          <NumberField
            name="number"
            label={t.number}
            min={1}
            value={draft.number}
            onChange={(number) => change({ number })}
          />
          {unit && draft.number !== undefined && <p className="note">{format.counted(draft.number, units[unit])}</p>}
          {without.length > 0 && <p className="notice warn">{t.noNumber(list(without))}</p>}
          {draft.when === "dailyAllowance" && withNumber.length > 0 && !unit && (
            <p className="notice warn">{t.severalUnits}</p>
          )}
        </>
      )}
    </RadioGroup>
  );
}

/** Whose requests the rule is for. */
export function CallersChoice({ draft, change }: DraftProps) {
  const { form: t } = useMessages("approval-rules");
  const format = useFormat();
  const callers = useCallers() ?? [];
  const ended = draft.callers.filter((id) => callers.every((caller) => caller.id !== id)).length;
  const kinds = [
    ["key", t.keys],
    ["connection", t.connections],
  ] as const;
  return (
    <RadioGroup
      name="callers"
      label={t.callers}
      hint={t.callersHint}
      value={draft.isForSome ? "some" : "all"}
      options={[
        ["all", t.allCallers],
        ["some", t.chosenCallers],
      ]}
      onChange={(callersOf) => change({ isForSome: callersOf === "some" })}
    >
      {draft.isForSome && (
        <div className="agents-choice">
          {callers.length === 0 && <p className="note">{t.noCallers}</p>}
          {kinds.map(([kind, title]) => {
            const ofKind = callers.filter((caller) => caller.kind === kind);
            if (ofKind.length === 0) return null;
            return (
              <FieldGroup key={kind} name={kind} label={title}>
                {ofKind.map(({ id, name }) => (
                  <Check
                    key={id}
                    label={name}
                    checked={draft.callers.includes(id)}
                    onChange={(isChosen) => change({ callers: toggle(draft.callers, id, isChosen) })}
                  />
                ))}
              </FieldGroup>
            );
          })}
          {ended > 0 && <p className="note">{format.counted(ended, t.unknownCallers)}</p>}
        </div>
      )}
    </RadioGroup>
  );
}
