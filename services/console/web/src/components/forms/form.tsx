import { createContext, type FormEvent, type ReactNode, useContext, useEffect, useId, useRef } from "react";
import { TenantOpsError } from "../../api/errors.js";
import { type FieldErrors, findFieldErrors } from "../../api/refusal-words.js";
import { useLanguage } from "../../i18n/locale.js";
import { useMessages } from "../../i18n/messages.js";
import { ErrorText, useRefusalWords } from "../error-notice.js";
import { listOptions, type Options } from "../words.rules.js";

const FieldErrorsContext = createContext<FieldErrors>({});

export interface FormProps {
  onSubmit: () => void;
  /** Of the write: what the server says about fields is shown at the fields. */
  error: Error | null;
  /** What the button that sends the form says. */
  submit: string;
  isPending: boolean;
  /** False while something must be entered first. */
  isReady?: boolean;
  /** True for what cannot be undone. */
  isDangerous?: boolean;
  onCancel?: () => void;
  children: ReactNode;
}

export function Form({
  onSubmit,
  error,
  submit,
  isPending,
  isReady = true,
  isDangerous,
  onCancel,
  children,
}: FormProps) {
  const t = useMessages("components");
  const words = useRefusalWords(error !== null);
  const { language } = useLanguage();
  const fieldErrors =
    error instanceof TenantOpsError && typeof words === "object" ? findFieldErrors(error, words, language) : {};
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // After a refusal the first wrong field gets the focus.
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .form-error')?.focus();
  }, [error, words]);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    // In React, an event of a dialog inside also reaches the form around it.
    event.stopPropagation();
    if (isReady && !isPending) onSubmit();
  };
  return (
    <FieldErrorsContext value={fieldErrors}>
      <form ref={form} onSubmit={handleSubmit} noValidate>
        {children}
        <FormError error={error} />
        <div className="form-actions">
          {onCancel && (
            <button type="button" onClick={onCancel}>
              {t.cancel}
            </button>
          )}
          <button type="submit" className={isDangerous ? "danger" : "primary"} disabled={!isReady || isPending}>
            {submit}
          </button>
        </div>
      </form>
    </FieldErrorsContext>
  );
}

export function FormError({ error }: { error: Error | null }) {
  const t = useMessages("components");
  if (!error) return null;
  const known = error instanceof TenantOpsError ? error : undefined;
  return (
    <div className="notice wrong form-error" role="alert" tabIndex={-1}>
      <ErrorText error={error} />
      {known?.mayHaveWritten && <p>{t.mayHaveWritten}</p>}
    </div>
  );
}

export interface InputProps {
  id: string;
  name: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
  required?: boolean;
}

interface FieldProps {
  /** The name that the server uses for it in refusals. */
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  isOptional?: boolean;
  /** What is wrong before anything is sent. */
  error?: string | undefined;
  children: (input: InputProps) => ReactNode;
}

/** A label, a hint, an input, and what is wrong with it. */
export function Field({ name, label, hint, isOptional, error: ownError, children }: FieldProps) {
  const t = useMessages("components");
  const refused = useContext(FieldErrorsContext)[name];
  const error = ownError ?? refused;
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>
        {label} {isOptional && <span className="optional">({t.optional})</span>}
      </label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        name,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
        required: !isOptional,
      })}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A group of boxes or choices with one question above. */
export function FieldGroup({
  name,
  label,
  hint,
  children,
}: Omit<FieldProps, "children" | "error"> & { children: ReactNode }) {
  const error = useContext(FieldErrorsContext)[name];
  return (
    <fieldset className="field">
      <legend>{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      {children}
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  );
}

interface CheckProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  type?: "checkbox" | "radio";
  name?: string;
  disabled?: boolean;
}

export function Check({ label, hint, checked, onChange, type = "checkbox", name, disabled }: CheckProps) {
  const id = useId();
  return (
    <div className="check">
      <input
        id={id}
        type={type}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface RadioGroupProps<Value extends string> extends Omit<FieldProps, "children" | "error" | "isOptional"> {
  value: Value;
  options: Options<Value>;
  /** What they mean. */
  hints?: Readonly<Partial<Record<Value, ReactNode>>>;
  onChange: (value: Value) => void;
  /** Under the choices. */
  children?: ReactNode;
}

/** All choices are seen, each with what it means. */
export function RadioGroup<Value extends string>({
  value,
  options,
  hints,
  onChange,
  children,
  ...group
}: RadioGroupProps<Value>) {
  return (
    <FieldGroup {...group}>
      {listOptions(options).map(([option, label]) => (
        <Check
          key={option}
          type="radio"
          name={group.name}
          label={label}
          hint={hints?.[option]}
          checked={value === option}
          onChange={() => onChange(option)}
        />
      ))}
      {children}
    </FieldGroup>
  );
}
