import type { ReactNode } from "react";
import { useFormat } from "../i18n/locale.js";
import { Field } from "./form.js";

interface FileFieldProps {
  /** The name that the server uses for it in refusals. */
  name: string;
  label: string;
  hint: ReactNode;
  /** Types that the dialog of the system offers. The server decides by the content. */
  accept: string;
  onChange: (file: File | undefined) => void;
}

export function FileField({ name, label, hint, accept, onChange }: FileFieldProps) {
  return (
    <Field name={name} label={label} hint={hint}>
      {(input) => (
        <input {...input} type="file" accept={accept} onChange={({ target }) => onChange(target.files?.[0])} />
      )}
    </Field>
  );
}

/** How much of a file was sent, 0 to 1. */
export function UploadProgress({ label, value }: { label: string; value: number }) {
  const format = useFormat();
  return (
    <p className="note">
      <progress aria-label={label} max={1} value={value} /> {format.percent(value)}
    </p>
  );
}
