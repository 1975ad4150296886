import { MalformedBody } from "./json-body.js";

/** Counts the fields of a form before they become objects. @throws MalformedBody for more than `fieldsMax` */
export function requireFewFormFields(form: string | Buffer, fieldsMax: number): void {
  let fields = 1;
  for (let at = form.indexOf("&"); at !== -1; at = form.indexOf("&", at + 1)) fields += 1;
  if (fields > fieldsMax) throw new MalformedBody(`The form has more than ${fieldsMax} fields.`);
}
