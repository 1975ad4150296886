import { Check, FieldGroup } from "../../components/forms/form.js";
import { NumberField } from "../../components/forms/inputs.js";
import { useFormat } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import type { Mode, Retention } from "./history.api.js";
import { type Choice, daysMax, isDays } from "./history.rules.js";

interface RuleFieldsProps {
  choice: Choice;
  days: number | undefined;
  retention: Retention;
  /** The modes that may be chosen for this kind. */
  modes: readonly Mode[];
  onChange: (changes: { choice?: Choice; days?: number | undefined }) => void;
}

/** What happens with a kind of history, and after how many days. */
export function RuleFields({ choice, days, retention, modes, onChange }: RuleFieldsProps) {
  const { form: t } = useMessages("history");
  const format = useFormat();
  const { daysMin } = retention;
  const limits = [format.number(daysMin), format.number(daysMax)] as const;
  const offered: Choice[] = ["keep", ...modes];
  const hints = { keep: undefined, archive: t.archiveHint, delete: t.deleteHint };
  return (
    <>
      <FieldGroup name="mode" label={t.question}>
        {offered.map((each) => (
          <Check
            key={each}
            type="radio"
            name="mode"
            label={t[each]}
            hint={hints[each]}
            checked={choice === each}
            onChange={() => onChange({ choice: each })}
          />
        ))}
        {listReasons(retention, modes, t).map((reason) => (
          <p key={reason} className="hint">
            {reason}
          </p>
        ))}
      </FieldGroup>
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
