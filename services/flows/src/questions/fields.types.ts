import type { FlowSentenceCode, FlowSentenceValues } from "@tenant-ops/rest/flow-sentences";

/** A sentence for a person: the text in English, and what another language needs. */
export interface Sentence {
  code: FlowSentenceCode;
  params: FlowSentenceValues;
  detail: string;
}

/** One question of a page, as it is stored. */
export interface RegistrationField {
  text: string;
  value: string;
  type: string;
  placeholder: string;
  isRequired: boolean;
}

/** How a question is asked. Callers may write any word in `type`; an unknown one becomes `text`. */
export type FieldKind = FormFieldKind | "document";

/** The form control of a question. A `document` is asked on a page of its own after the form. */
export type FormFieldKind =
  | "text"
  | "textarea"
  | "email"
  | "phone"
  | "number"
  | "date"
  | "select"
  | "country"
  | "checkbox";
