import { getFieldKind } from "../questions/fields.rules.js";
import type { RegistrationField } from "../questions/fields.types.js";
import type { Proof } from "./sign-ins.types.js";

/** The answers that are set by a proof, by the identifier of the field: the first question for a phone, or for an e-mail address. */
export function listProvenAnswers(fields: readonly RegistrationField[], proof: Proof | undefined): [string, string][] {
  if (!proof) return [];
  const kind = proof.method === "whatsapp" ? "phone" : "email";
  const proven = proof.method === "whatsapp" ? proof.phone : proof.email;
  const field = fields.find((one) => getFieldKind(one) === kind);
  return field && proven !== undefined ? [[field.value, proven]] : [];
}

/** The form of a visitor with what was proved, whatever the browser has sent in its place. */
export function withProvenAnswers(
  fields: readonly RegistrationField[],
  form: URLSearchParams,
  proof: Proof | undefined,
): URLSearchParams {
  const answers = new URLSearchParams(form);
  for (const [name, value] of listProvenAnswers(fields, proof)) answers.set(name, value);
  return answers;
}
