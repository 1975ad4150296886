import { decideApproval } from "../../api/limits/console.js";
import type { DialogAbout } from "../../components/dialogs/dialog.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { Fields, useValues } from "../../components/forms/fields.js";
import type { FieldEntry } from "../../components/forms/fields.rules.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { type Approval, useDecide } from "./approvals.api.js";
import { type ArgumentValue, listEditable, toSuggestion } from "./approvals.rules.js";
import { useFieldName } from "./preview-value.js";

type Values = Record<string, ArgumentValue | undefined>;

/** Before the names of the arguments, which may be called like fields of the decision. */
const prefix = "argument.";

/** Rejects with a reason, and suggests other arguments where that helps. */
export function RejectDialog({ record: approval, onClose }: DialogAbout<Approval>) {
  const { reject: t, decide } = useMessages("approvals");
  const nameField = useFieldName();
  const write = useDecide(approval._id, () => showToast(decide.rejected));
  const editable = listEditable(approval.arguments);
  const { values, change } = useValues<Values>(
    [
      { name: "reason", kind: "text" },
      ...editable.map(([name, first]) => toField(`${prefix}${name}`, nameField([name]), first)),
    ],
    {},
  );
  const submit = () => {
    const edited = Object.fromEntries(editable.map(([name]) => [name, values[`${prefix}${name}`]]));
    const suggestedArguments = toSuggestion(approval.arguments, edited);
    const { revision, policyVersion } = approval;
    const reason = String(values["reason"] ?? "").trim();
    write.mutate({
      ...{ decision: "reject", revision, policyVersion },
      ...(reason !== "" && { reason }),
      ...(suggestedArguments && { suggestedArguments: suggestedArguments as Record<string, never> }),
    });
  };
  return (
    <FormDialog title={t.title} submit={t.submit} write={write} onSubmit={submit} onClose={onClose}>
      <Fields
        texts={t.fields}
        limits={decideApproval}
        values={values}
        change={change}
        fields={[
          { name: "reason", kind: "text", rows: 3, isOptional: true },
          editable.length > 0 && {
            kind: "more",
            label: t.suggest,
            fields: [
              <p key="hint" className="note">
                {t.suggestHint}
              </p>,
              ...editable.map(([name, first]) => toField(`${prefix}${name}`, nameField([name]), first)),
            ],
          },
        ]}
      />
    </FormDialog>
  );
}

function toField(name: string, label: string, first: ArgumentValue): FieldEntry<Values, never> & object {
  if (typeof first === "boolean") return { name, kind: "check", label, first };
  if (typeof first === "number") return { name, kind: "number", label, first, isOptional: true, isDecimal: true };
  return { name, kind: "text", label, first, isOptional: true, rows: first.length > 80 ? 3 : 1 };
}
