import { useState } from "react";
import { ForDevelopers } from "../../components/developers.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { FormDialog } from "../../components/dialogs/form-dialog.js";
import { SelectField, TextField } from "../../components/forms/inputs.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { type Target, targetKinds, useCreateTarget, useDeleteTarget, useUpdateTarget } from "./flows.api.js";

/** Adds a survey or an event, or changes `target`. Its kind stays. */
export function TargetDialog({ target, onClose }: { target?: Target; onClose: () => void }) {
  const t = useMessages("flows");
  const common = useMessages("components");
  const [values, setValues] = useState({
    kind: target?.kind ?? ("survey" as const),
    name: target?.name ?? "",
    url: target?.url ?? "",
  });
  const finish = (text: string) => () => {
    showToast(text);
    onClose();
  };
  const create = useCreateTarget(finish(t.targets.created));
  const update = useUpdateTarget(finish(t.targets.changed));
  const { kind, ...changes } = values;
  const submit = () => (target ? update.mutate({ id: target._id, ...changes }) : create.mutate(values));
  return (
    <FormDialog
      title={target ? t.targets.change : t.targets.create}
      submit={target ? common.save : common.create}
      write={target ? update : create}
      onSubmit={submit}
      onClose={onClose}
    >
      {!target && (
        <SelectField
          name="kind"
          label={t.targets.kind}
          value={kind}
          options={targetKinds.map((each) => [each, t.redirect.types[each]])}
          onChange={(next) => setValues({ ...values, kind: next })}
        />
      )}
      <TextField
        name="name"
        label={t.fields.name}
        maxLength={200}
        value={values.name}
        onChange={(name) => setValues({ ...values, name })}
      />
      <TextField
        name="url"
        type="url"
        label={t.redirect.url}
        hint={t.redirect.urlHint}
        maxLength={2048}
        value={values.url}
        onChange={(url) => setValues({ ...values, url })}
      />
      {target && <ForDevelopers values={[[t.fields.id, target._id]]} />}
    </FormDialog>
  );
}

export function RemoveTargetDialog({ target, onClose }: { target: Target; onClose: () => void }) {
  const t = useMessages("flows").targets;
  const remove = useDeleteTarget(() => {
    showToast(t.removed);
    onClose();
  });
  return (
    <ConfirmDialog
      title={t.removeTitle(target.name)}
      confirm={t.remove}
      isDangerous
      write={{ ...remove, mutate: () => remove.mutate(target._id) }}
      onClose={onClose}
    >
      <p>{t.removeText}</p>
    </ConfirmDialog>
  );
}
