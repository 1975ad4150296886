import { useState } from "react";
import { replaceCourseModules } from "../../api/limits/learning.js";
import { useChange } from "../../api/public-api.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { Check } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/inputs.js";
import { RowActions } from "../../components/forms/row-actions.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import type { Course } from "./learning.api.js";
import { createModuleId } from "./learning.rules.js";

interface Row {
  _id: string;
  title: string;
  required: boolean;
}

const maxModules = 200;

/** The whole list is replaced. A module keeps its id, and with it what learners have completed. */
export function ModulesDialog({ record: course, onClose }: { record: Course; onClose: () => void }) {
  const t = useMessages("learning").modules;
  const common = useMessages("components");
  const [rows, setRows] = useState<readonly Row[]>(() =>
    course.modules.map(({ _id, title, required }) => ({ _id, title, required })),
  );
  const replace = useChange("learning", "replaceCourseModules", () => {
    showToast(t.saved);
    onClose();
  });
  const add = () => setRows([...rows, { _id: createModuleId(rows.map(({ _id }) => _id)), title: "", required: true }]);
  return (
    <FormDialog
      title={t.title}
      submit={common.save}
      write={replace}
      onSubmit={() => replace.mutate({ id: course._id, modules: [...rows] })}
      onClose={onClose}
    >
      <p className="note">
        {t.note} {t.atLeastOne}
      </p>
      {rows.map((row, index) => (
        <RowFields key={row._id} row={row} index={index} rows={rows} setRows={setRows} />
      ))}
      {rows.length < maxModules && (
        <button type="button" onClick={add}>
          {t.add}
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
  const t = useMessages("learning").modules;
  const place = String(index + 1);
  const change = (changes: Partial<Row>) => setRows(rows.with(index, { ...row, ...changes }));
  return (
    <div className="row-fields">
      <TextField
        name={`title-${index}`}
        label={t.name(place)}
        {...replaceCourseModules.modules.title}
        value={row.title}
        onChange={(title) => change({ title })}
      />
      <Check label={t.required} checked={row.required} onChange={(required) => change({ required })} />
      <RowActions rows={rows} index={index} onChange={setRows} up={t.up(place)} remove={t.remove(place)} />
    </div>
  );
}
