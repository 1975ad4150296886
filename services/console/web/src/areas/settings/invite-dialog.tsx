import { useState } from "react";
import { useBusiness } from "../../api/business.js";
import { memberFilters } from "../../app/page-filters.js";
import { Dialog } from "../../components/dialogs/dialog.js";
import { Check, Field, FieldGroup, Form } from "../../components/forms/form.js";
import { useMessages } from "../../i18n/messages.js";
import { type Invite, useMemberWrites } from "./settings.api.js";

export function InviteDialog({ onInvited, onClose }: { onInvited: (url: string) => void; onClose: () => void }) {
  const { invitations: t, roleTexts } = useMessages("settings");
  const { roles } = useMessages("app");
  const { can } = useBusiness();
  const { invite } = useMemberWrites();
  const [values, setValues] = useState<Invite>({ name: "", email: "", role: "operator" });
  const change = (changes: Partial<Invite>) => setValues({ ...values, ...changes });
  const onSuccess = ({ url }: { url: string }) => {
    onClose();
    onInvited(url);
  };
  return (
    <Dialog title={t.formTitle} onClose={onClose}>
      <Form
        onSubmit={() => invite.mutate(values, { onSuccess })}
        error={invite.error}
        submit={t.submit}
        isPending={invite.isPending}
        onCancel={onClose}
      >
        <Field name="name" label={t.name}>
          {(input) => (
            <input {...input} value={values.name} onChange={(event) => change({ name: event.target.value })} />
          )}
        </Field>
        <Field name="email" label={t.email}>
          {(input) => (
            <input
              {...input}
              type="email"
              value={values.email}
              onChange={(event) => change({ email: event.target.value })}
            />
          )}
        </Field>
        <FieldGroup name="role" label={t.role}>
          {memberFilters.role
            .filter((role) => role !== "owner" || can("admins:write"))
            .map((role) => (
              <Check
                key={role}
                type="radio"
                name="role"
                label={roles[role]}
                hint={roleTexts[role]}
                checked={values.role === role}
                onChange={() => change({ role })}
              />
            ))}
        </FieldGroup>
      </Form>
    </Dialog>
  );
}
