import { useState } from "react";
import { useChange } from "../../api/public-api.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { SelectField, TextField } from "../../components/forms/inputs.js";
import { type RowFieldsProps, RowList } from "../../components/forms/row-list.js";
import { createRowId } from "../../components/forms/rows.rules.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import type { FlowDialogProps } from "./activity-dialog.js";
import type { AdditionalRedirect, Flow } from "./flows.api.js";
import { hasChoices, splitAnswers, toRedirectInput } from "./flows.rules.js";
import { RedirectFields, type RedirectValues } from "./redirect-fields.js";

interface Row {
  id: number;
  redirect: RedirectValues;
  /** Empty: for every visitor. */
  field: string;
  answers: string;
}

const maxRows = 10;

const toRow = ({ redirect, condition }: AdditionalRedirect, id: number): Row => ({
  id,
  redirect,
  field: condition?.field ?? "",
  answers: condition?.isOneOf.join(", ") ?? "",
});

const toInput = ({ redirect, field, answers }: Row) => ({
  redirect: toRedirectInput(redirect),
  condition: field ? { field, isOneOf: splitAnswers(answers) } : null,
});

/** The whole list is replaced, because the order is a part of it. */
export function FurtherDialog({ flow, onClose }: FlowDialogProps) {
  const t = useMessages("flows");
  const common = useMessages("components");
  const [rows, setRows] = useState<readonly Row[]>(() => flow.additionalRedirects.map(toRow));
  const update = useChange("flows", "updateFlow", () => {
    showToast(t.form.saved);
    onClose();
  });
  const create = (): Row => {
    return { id: createRowId(rows), redirect: { type: "url", targetId: "", url: "" }, field: "", answers: "" };
  };
  return (
    <FormDialog
      title={t.further.title}
      submit={common.save}
      write={update}
      onSubmit={() => update.mutate({ slug: flow.slug, additionalRedirects: rows.map(toInput) })}
      onClose={onClose}
    >
      <RowList rows={rows} onChange={setRows} max={maxRows} create={create} getKey={({ id }) => id} words={t.further}>
        {(row) => <FurtherFields {...row} flow={flow} />}
      </RowList>
    </FormDialog>
  );
}

function FurtherFields({ flow, row, index, change }: RowFieldsProps<Row> & { flow: Flow }) {
  const t = useMessages("flows").further;
  const questions = flow.registrationFields.filter(hasChoices);
  return (
    <>
      <RedirectFields value={row.redirect} onChange={(redirect) => change({ redirect })} />
      <SelectField
        name={`condition-${index}`}
        label={t.condition}
        value={row.field}
        options={[
          ["", t.always],
          ...questions.map(({ value, text }) => [value, t.answerIs(flow.questionLabels[value] ?? text)] as const),
        ]}
        onChange={(field) => change({ field })}
      />
      {row.field && (
        <TextField
          name={`answers-${index}`}
          label={t.values}
          hint={t.valuesHint}
          value={row.answers}
          onChange={(answers) => change({ answers })}
        />
      )}
    </>
  );
}
