import { useState } from "react";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { Check, FieldGroup } from "../../components/forms/form.js";
import { SelectField, TextField } from "../../components/forms/inputs.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import type { FlowDialogProps } from "./activity-dialog.js";
import { useUpdateFlow } from "./flows.api.js";

const authTypes = ["whatsapp", "identity_provider", "both"] as const;
const utmNames = ["campaign", "source", "medium", "content"] as const;

export function FlowDialog({ flow, onClose }: FlowDialogProps) {
  const t = useMessages("flows");
  const common = useMessages("components");
  const { name, campaign, source, medium, content, isBankProviderRequired, authType } = flow;
  const [values, setValues] = useState({ name, campaign, source, medium, content, isBankProviderRequired, authType });
  const update = useUpdateFlow(() => {
    showToast(t.form.saved);
    onClose();
  });
  const change = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  return (
    <FormDialog
      title={`${t.edit}: ${flow.name}`}
      submit={common.save}
      write={update}
      onSubmit={() => update.mutate({ slug: flow.slug, ...values })}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t.fields.name}
        maxLength={200}
        value={values.name}
        onChange={(text) => change({ name: text })}
      />
      <FieldGroup name="utm" label={t.form.utm} hint={t.form.utmHint}>
        <div className="field-row">
          {utmNames.map((utm) => (
            <TextField
              key={utm}
              name={utm}
              label={t.fields[utm]}
              isOptional
              maxLength={200}
              value={values[utm]}
              onChange={(text) => change({ [utm]: text })}
            />
          ))}
        </div>
      </FieldGroup>
      <SelectField
        name="authType"
        label={t.form.authType}
        hint={t.form.authTypeHint}
        options={authTypes.map((type) => [type, t.form.authTypes[type]] as const)}
        value={values.authType}
        onChange={(type) => change({ authType: type })}
      />
      <Check
        label={t.form.bank}
        checked={values.isBankProviderRequired}
        onChange={(isRequired) => change({ isBankProviderRequired: isRequired })}
      />
    </FormDialog>
  );
}
