import { useState } from "react";
import { Badge } from "../../components/badge.js";
import { ConfirmDialog } from "../../components/dialogs/confirm-dialog.js";
import { Field } from "../../components/forms/form.js";
import { showToast } from "../../components/toasts.js";
import { useMessages } from "../../i18n/messages.js";
import { useChangeVisitorSignIn, type VisitorSignInChange } from "./visitor-sign-in.api.js";

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

interface RemoveButtonProps {
  name: string;
  change: VisitorSignInChange;
}

export function RemoveButton({ name, change }: RemoveButtonProps) {
  const t = useMessages("visitor-sign-in");
  const [isOpen, setIsOpen] = useState(false);
  const remove = useChangeVisitorSignIn(() => {
    setIsOpen(false);
    showToast(t.removed);
  });
  return (
    <>
      <button type="button" className="danger" aria-label={`${t.remove}: ${name}`} onClick={() => setIsOpen(true)}>
        {t.remove}
      </button>
      {isOpen && (
        <ConfirmDialog
          title={t.removeTitle(name)}
          confirm={t.remove}
          isDangerous
          write={{ ...remove, mutate: () => remove.mutate(change) }}
          onClose={() => setIsOpen(false)}
        >
          <p>{t.removeText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
