import { Check } from "../../components/forms/form.js";
import { NumberField, SelectField, TextField } from "../../components/forms/inputs.js";
import { useMessages } from "../../i18n/messages.js";
import type { GiftSettings } from "./roulettes.rules.js";

interface GiftFieldsProps {
  /** Makes the names of the fields different when a form has several gifts. */
  prefix?: string;
  value: GiftSettings;
  /** The names of the other gifts; one of them can stand in. */
  others: readonly string[];
  onChange: (changes: Partial<GiftSettings>) => void;
}

/** What can be changed in a gift at any time. */
export function GiftFields({ prefix = "", value, others, onChange }: GiftFieldsProps) {
  const t = useMessages("roulettes");
  return (
    <>
      <div className="field-row">
        <TextField
          name={`${prefix}value`}
          label={t.gift.value}
          maxLength={200}
          value={value.value}
          onChange={(text) => onChange({ value: text })}
        />
        <NumberField
          name={`${prefix}probability`}
          label={t.gift.weight}
          isDecimal
          value={value.probability}
          onChange={(probability) => onChange({ probability })}
        />
      </div>
      <TextField
        name={`${prefix}message`}
        label={t.gift.message}
        maxLength={1000}
        value={value.message}
        onChange={(message) => onChange({ message })}
      />
      <MoreFields prefix={prefix} value={value} others={others} onChange={onChange} />
    </>
  );
}

function MoreFields({ prefix, value, others, onChange }: GiftFieldsProps) {
  const t = useMessages("roulettes").gift;
  const common = useMessages("components");
  return (
    <details className="more">
      <summary>{t.more}</summary>
      <TextField
        name={`${prefix}emoji`}
        label={t.emoji}
        isOptional
        maxLength={32}
        value={value.emoji}
        onChange={(emoji) => onChange({ emoji })}
      />
      <SelectField
        name={`${prefix}fallback`}
        label={t.fallback}
        hint={t.fallbackHint}
        value={value.fallback}
        options={[["", common.none], ...others.filter(Boolean).map((other) => [other, other] as const)]}
        onChange={(fallback) => onChange({ fallback })}
      />
      <NumberField
        name={`${prefix}winInterval`}
        label={t.interval}
        hint={t.intervalHint}
        value={value.winInterval}
        onChange={(winInterval) => onChange({ winInterval })}
      />
      <Check
        label={t.firstTimers}
        checked={value.guaranteedForFirstTimers}
        onChange={(guaranteedForFirstTimers) => onChange({ guaranteedForFirstTimers })}
      />
    </details>
  );
}
