import { FieldGroup } from "../../components/form.js";
import { NumberField } from "../../components/inputs.js";
import { useWebhookMessages } from "./messages/index.js";
import type { EndpointLimits } from "./webhooks.rules.js";

interface LimitFieldsProps {
  values: EndpointLimits;
  onChange: (changes: Partial<EndpointLimits>) => void;
}

/** The limits of an endpoint. An empty field means the default. */
export function LimitFields({ values, onChange }: LimitFieldsProps) {
  const t = useWebhookMessages().form;
  return (
    <FieldGroup name="limits" label={t.limits} hint={t.limitsHint}>
      <NumberField
        name="ratePerSecond"
        label={t.ratePerSecond}
        hint={t.ratePerSecondHint}
        isOptional
        isDecimal
        value={values.ratePerSecond}
        onChange={(ratePerSecond) => onChange({ ratePerSecond })}
      />
      <NumberField
        name="maxConcurrency"
        label={t.maxConcurrency}
        hint={t.maxConcurrencyHint}
        isOptional
        min={1}
        value={values.maxConcurrency}
        onChange={(maxConcurrency) => onChange({ maxConcurrency })}
      />
      <NumberField
        name="maxAttempts"
        label={t.maxAttempts}
        hint={t.maxAttemptsHint}
        isOptional
        min={1}
        value={values.maxAttempts}
        onChange={(maxAttempts) => onChange({ maxAttempts })}
      />
    </FieldGroup>
  );
}
