import { useState } from "react";
import { replaceCourseModules } from "../../api/limits/learning.js";
import { useChange } from "../../api/public-api.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { Check } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/inputs.js";
import { RowList } from "../../components/forms/row-list.js";
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
export function ModulesDialog({ record: course, onClose }: DialogAbout<Course>) {
  const t = useMessages("learning").modules;
  const common = useMessages("components");
  const [rows, setRows] = useState<readonly Row[]>(() =>
    course.modules.map(({ _id, title, required }) => ({ _id, title, required })),
  );
  const replace = useChange("learning", "replaceCourseModules", () => {
    showToast(t.saved);
    onClose();
  });
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
      <RowList
        rows={rows}
        onChange={setRows}
        max={maxModules}
        create={() => ({ _id: createModuleId(rows.map(({ _id }) => _id)), title: "", required: true })}
        getKey={({ _id }) => _id}
        words={t}
      >
        {({ row, index, change }) => (
          <>
            <TextField
              name={`title-${index}`}
              label={t.name(String(index + 1))}
              {...replaceCourseModules.modules.title}
              value={row.title}
              onChange={(title) => change({ title })}
            />
            <Check label={t.required} checked={row.required} onChange={(required) => change({ required })} />
          </>
        )}
      </RowList>
    </FormDialog>
  );
}
