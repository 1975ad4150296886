import { RecordField, SelectField, TextField } from "../../components/inputs.js";
import { useTargetCourses, useTargetRoulettes, useTargets } from "./flows.api.js";
import { redirectTypes, type RedirectType } from "./flows.rules.js";
import { useFlowMessages } from "./messages/index.js";

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
  const t = useFlowMessages().redirect;
  return (
    <>
      <SelectField
        name="redirect"
        label={t.type}
        value={value.type}
        options={redirectTypes.map((type) => [type, t.types[type]])}
        onChange={(type) => onChange({ type, targetId: "", url: "" })}
      />
      {value.type === "url" ? (
        <TextField
          name="url"
          type="url"
          label={t.url}
          hint={t.urlHint}
          maxLength={2048}
          value={value.url}
          onChange={(url) => onChange({ ...value, url })}
        />
      ) : (
        <TargetField value={value} onChange={onChange} />
      )}
    </>
  );
}

function TargetField({ value, onChange }: RedirectFieldsProps) {
  const t = useFlowMessages().redirect;
  const { type, targetId } = value;
  const roulettes = useTargetRoulettes(type === "roulette");
  const courses = useTargetCourses(type === "course");
  const others = useTargets(type === "event" ? "event" : "survey", type === "survey" || type === "event");
  const common = {
    name: "targetId",
    label: t.target,
    value: targetId,
    onChange: (id: string) => onChange({ ...value, targetId: id }),
    getId: ({ _id }: { _id: string }) => _id,
  };
  if (type === "roulette") return <RecordField {...common} list={roulettes} getLabel={({ name }) => name} />;
  if (type === "course") return <RecordField {...common} list={courses} getLabel={({ title }) => title} />;
  return <RecordField {...common} list={others} getLabel={({ name }) => name} />;
}
