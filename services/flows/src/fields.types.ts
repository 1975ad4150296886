/** One question of a page, as it is stored. */
export interface RegistrationField {
  text: string;
  value: string;
  type: string;
  placeholder: string;
  isRequired: boolean;
}

/** The form control of a question. Callers may write any word in `type`; an unknown one becomes `text`. */
export type FieldKind = "text" | "textarea" | "email" | "phone" | "number" | "date" | "select" | "country" | "checkbox";
