import { NumberField, SelectField, TextField } from "../../components/forms/inputs.js";
import { useMessages } from "../../i18n/messages.js";
import type { RouletteValues } from "./roulettes.rules.js";

// Fields of a roulette, for its creation and its change.

export type RouletteFieldValues = Omit<RouletteValues, "typeId">;

interface PartProps {
  values: RouletteFieldValues;
  change: (changes: Partial<RouletteFieldValues>) => void;
}

const numberFields = [
  ["spinsPerVisitor", 1],
  ["max_wins", 1],
  ["timeToWin", 0],
  ["timeToLose", 0],
] as const;

/** @param expires whether prizes of this type expire */
export function LimitFields({ values, change, expires }: PartProps & { expires: boolean }) {
  const t = useMessages("roulettes");
  const labels = {
    spinsPerVisitor: t.fields.spinsPerVisitor,
    max_wins: t.fields.maxWins,
    timeToWin: t.fields.timeToWin,
    timeToLose: t.fields.timeToLose,
  };
  return (
    <>
      <div className="field-row">
        {numberFields.map(([name, min]) => (
          <NumberField
            key={name}
            name={name}
            label={labels[name]}
            min={min}
            value={values[name]}
            onChange={(value) => change({ [name]: value })}
          />
        ))}
      </div>
      {expires && <ExpiryFields values={values} change={change} />}
    </>
  );
}

function ExpiryFields({ values, change }: PartProps) {
  const t = useMessages("roulettes");
  return (
    <div className="field-row">
      <NumberField
        name="time_to_expire"
        label={t.fields.expiry}
        min={1}
        value={values.time_to_expire}
        onChange={(time_to_expire) => change({ time_to_expire })}
      />
      <SelectField
        name="time_unit"
        label={t.fields.timeUnit}
        value={values.time_unit}
        options={[
          ["hours", t.details.unitHours],
          ["days", t.details.unitDays],
        ]}
        onChange={(time_unit) => change({ time_unit })}
      />
    </div>
  );
}

export function TextFields({ values, change }: PartProps) {
  const t = useMessages("roulettes").details;
  return (
    <>
      <TextField
        name="textToWin"
        label={t.textToWin}
        maxLength={1000}
        value={values.textToWin}
        onChange={(textToWin) => change({ textToWin })}
      />
      <TextField
        name="textToLose"
        label={t.textToLose}
        maxLength={1000}
        value={values.textToLose}
        onChange={(textToLose) => change({ textToLose })}
      />
      <TextField
        name="termsAndConditions"
        label={t.terms}
        rows={4}
        maxLength={20_000}
        value={values.termsAndConditions}
        onChange={(termsAndConditions) => change({ termsAndConditions })}
      />
    </>
  );
}
