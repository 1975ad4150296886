import { useState } from "react";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { Check } from "../../components/forms/form.js";
import { SelectField, TextField } from "../../components/forms/inputs.js";
import { createRowId } from "../../components/forms/rows.rules.js";
import { RowActions } from "../../components/row-actions.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import type { FlowDialogProps } from "./activity-dialog.js";
import { type Question, useUpdateFlow } from "./flows.api.js";
import { questionTypes } from "./flows.rules.js";

type Row = Question & { id: number };

const maxRows = 30;

/** The whole list is replaced. A question keeps its `value`, under which answers are stored; a new one gets it from the server. */
export function QuestionsDialog({ flow, onClose }: FlowDialogProps) {
  const t = useMessages("flows");
  const common = useMessages("components");
  const [rows, setRows] = useState<readonly Row[]>(() =>
    flow.registrationFields.map((question, id) => ({ ...question, id })),
  );
  const update = useUpdateFlow(() => {
    showToast(t.form.saved);
    onClose();
  });
  const submit = () => {
    const registrationFields = rows.map(({ text, value, type, placeholder, isRequired }) => {
      return { text, value, type, placeholder, isRequired };
    });
    update.mutate({ slug: flow.slug, registrationFields });
  };
  const add = () => {
    setRows([
      ...rows,
      { id: createRowId(rows), text: "", value: "", type: "text", placeholder: "", isRequired: false },
    ]);
  };
  return (
    <FormDialog title={t.questions.title} submit={common.save} write={update} onSubmit={submit} onClose={onClose}>
      {rows.map((row, index) => (
        <RowFields key={row.id} row={row} index={index} rows={rows} setRows={setRows} />
      ))}
      {rows.length < maxRows && (
        <button type="button" onClick={add}>
          {t.questions.add}
        </button>
      )}
    </FormDialog>
  );
}

interface RowFieldsProps {
  row: Row;
  index: number;
  rows: readonly Row[];
  setRows: (rows: readonly Row[]) => void;
}

function RowFields({ row, index, rows, setRows }: RowFieldsProps) {
  const t = useMessages("flows").questions;
  const place = String(index + 1);
  const change = (changes: Partial<Row>) => setRows(rows.with(index, { ...row, ...changes }));
  const known: readonly string[] = questionTypes;
  // A type that this page does not know is kept.
  const types = known.includes(row.type) ? questionTypes : [...questionTypes, row.type as "text"];
  return (
    <div className="row-fields">
      <TextField
        name={`text-${index}`}
        label={t.text(place)}
        maxLength={200}
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
      <TextField
        name={`placeholder-${index}`}
        label={t.placeholder(place)}
        hint={row.type === "select" ? t.placeholderHint : undefined}
        isOptional
        maxLength={2000}
        value={row.placeholder}
        onChange={(placeholder) => change({ placeholder })}
      />
      <Check label={t.required} checked={row.isRequired} onChange={(isRequired) => change({ isRequired })} />
      <RowActions rows={rows} index={index} onChange={setRows} up={t.up(place)} remove={t.remove(place)} />
    </div>
  );
}
