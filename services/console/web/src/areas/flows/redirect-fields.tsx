import { updateFlow } from "../../api/limits/flows.js";
import { courseSource, eventSource, rouletteSource, surveySource } from "../../api/record-sources.js";
import { SelectField, TextField } from "../../components/forms/inputs.js";
import { RecordField } from "../../components/forms/record-choice.js";
import { useMessages } from "../../i18n/messages.js";
import type { RedirectType } from "./flows.rules.js";

const sources = { roulette: rouletteSource, course: courseSource, survey: surveySource, event: eventSource };

export interface RedirectValues {
  type: RedirectType;
  targetId: string;
  url: string;
}

interface RedirectFieldsProps {
  value: RedirectValues;
  onChange: (value: RedirectValues) => void;
}

/** A destination: its type, and then the record or the address. */
export function RedirectFields({ value, onChange }: RedirectFieldsProps) {
  const { fields, redirect: t } = useMessages("flows");
  return (
    <>
      <SelectField
        name="redirect"
        label={t.type}
        value={value.type}
        options={t.types}
        onChange={(type) => onChange({ type, targetId: "", url: "" })}
      />
      {value.type === "url" ? (
        <TextField
          name="url"
          type="url"
          label={fields.url}
          hint={fields.urlHint}
          {...updateFlow.redirect.url}
          value={value.url}
          onChange={(url) => onChange({ ...value, url })}
        />
      ) : (
        <RecordField
          key={value.type}
          name="targetId"
          label={t.target}
          source={sources[value.type]}
          value={value.targetId}
          onChange={(targetId) => onChange({ ...value, targetId })}
        />
      )}
    </>
  );
}
