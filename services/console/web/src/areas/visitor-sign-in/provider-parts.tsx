import { Badge } from "../../components/badge.js";
import { RemoveButton } from "../../components/dialogs/remove-dialog.js";
import { Field } from "../../components/forms/form.js";
import { useMessages } from "../../i18n/messages.js";
import type { VisitorSignInChange } from "./visitor-sign-in.api.js";

export function SetBadge({ isSet }: { isSet: boolean }) {
  const t = useMessages("visitor-sign-in");
  return <Badge kind={isSet ? "good" : "neutral"}>{isSet ? t.set : t.notSet}</Badge>;
}

interface SecretFieldProps {
  name: string;
  label: string;
  hint?: string;
  isStored: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** The server never sends a secret back: an empty field keeps the stored one. */
export function SecretField({ name, label, hint, isStored, value, onChange }: SecretFieldProps) {
  const t = useMessages("visitor-sign-in");
  const about = isStored ? t.secretKept : t.secretNew;
  return (
    <Field name={name} label={label} hint={hint ? `${hint} ${about}` : about} isOptional={isStored}>
      {(input) => (
        <input
          {...input}
          type="password"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface RemoveProviderProps {
  name: string;
  change: VisitorSignInChange;
}

export function RemoveProvider({ name, change }: RemoveProviderProps) {
  const t = useMessages("visitor-sign-in");
  return (
    <RemoveButton
      scope="settings:write"
      label={`${t.remove}: ${name}`}
      area="flows"
      operation="putVisitorSignIn"
      input={change}
      words={t}
      name={name}
    />
  );
}
