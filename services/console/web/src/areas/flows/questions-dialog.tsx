import { useState } from "react";
import { updateFlow } from "../../api/limits/flows.js";
import { useChange } from "../../api/public-api.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { Check, FieldGroup } from "../../components/forms/form.js";
import { SelectField, TextField } from "../../components/forms/inputs.js";
import { RowActions, type RowFieldsProps, RowList } from "../../components/forms/row-list.js";
import { createRowId } from "../../components/forms/rows.rules.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import type { FlowDialogProps } from "./activity-dialog.js";
import {
  createQuestionRow,
  isCountryList,
  joinChoices,
  type QuestionRow,
  questionTypes,
  splitChoices,
  toQuestion,
  toQuestionRow,
} from "./flows.rules.js";

const limits = updateFlow.registrationFields;
const maxRows = 30;

/** The whole list is replaced. A question keeps its `value`, under which answers are stored; a new one gets it from the server. */
export function QuestionsDialog({ flow, onClose }: FlowDialogProps) {
  const t = useMessages("flows");
  const common = useMessages("components");
  const [rows, setRows] = useState<readonly QuestionRow[]>(() =>
    flow.registrationFields.map((question, id) => toQuestionRow(question, flow.questionLabels[question.value], id)),
  );
  const update = useChange("flows", "updateFlow", () => {
    showToast(t.form.saved);
    onClose();
  });
  const submit = () => update.mutate({ slug: flow.slug, registrationFields: rows.map(toQuestion) });
  return (
    <FormDialog title={t.questions.title} submit={common.save} write={update} onSubmit={submit} onClose={onClose}>
      <RowList
        rows={rows}
        onChange={setRows}
        max={maxRows}
        create={() => createQuestionRow(createRowId(rows))}
        getKey={({ id }) => id}
        words={t.questions}
      >
        {(row) => <QuestionFields {...row} />}
      </RowList>
    </FormDialog>
  );
}

function QuestionFields({ row, index, change }: RowFieldsProps<QuestionRow>) {
  const t = useMessages("flows").questions;
  const place = String(index + 1);
  const known: readonly string[] = questionTypes;
  // A type that this page does not know is kept.
  const types = known.includes(row.type) ? questionTypes : [...questionTypes, row.type as "text"];
  return (
    <>
      <TextField
        name={`text-${index}`}
        label={t.text(place)}
        {...limits.text}
        value={row.text}
        onChange={(text) => change({ text })}
      />
      <SelectField
        name={`type-${index}`}
        label={t.type(place)}
        value={row.type as "text"}
        options={types.map((type) => [type, t.types[type] ?? type])}
        onChange={(type) => change({ type })}
      />
      {row.type === "select" ? (
        <Choices row={row} index={index} onChange={(placeholder) => change({ placeholder })} />
      ) : (
        <TextField
          name={`placeholder-${index}`}
          label={t.placeholder(place)}
          isOptional
          {...limits.placeholder}
          value={row.placeholder}
          onChange={(placeholder) => change({ placeholder })}
        />
      )}
      <Check label={t.required} checked={row.isRequired} onChange={(isRequired) => change({ isRequired })} />
    </>
  );
}

interface ChoicesProps {
  row: QuestionRow;
  index: number;
  onChange: (placeholder: string) => void;
}

/** The choices of a selection, one row each. */
function Choices({ row, index, onChange }: ChoicesProps) {
  const t = useMessages("flows").questions;
  const choices = splitChoices(row.placeholder);
  const set = (next: readonly string[]) => onChange(joinChoices(next));
  return (
    <FieldGroup name={`placeholder-${index}`} label={t.choices} hint={isCountryList(row) ? t.countries : undefined}>
      {choices.map((choice, place) => (
        <div key={place} className="choice-row">
          <TextField
            name={`choice-${index}-${place}`}
            label={t.choice(String(place + 1))}
            maxLength={100}
            value={choice}
            onChange={(text) => set(choices.with(place, text))}
          />
          <RowActions rows={choices} index={place} onChange={set} remove={t.removeChoice(String(place + 1))} />
        </div>
      ))}
      <button type="button" onClick={() => onChange(choices.length === 0 ? " | " : `${row.placeholder}|`)}>
        {t.addChoice}
      </button>
    </FieldGroup>
  );
}
