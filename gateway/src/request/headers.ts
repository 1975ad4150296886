import type { FastifyRequest } from "fastify";
import { MalformedBody } from "../http/json-body.js";

/** The value of a header; of a repeated header the first one. */
export function getHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Counts the fields of a form before they become objects. @throws MalformedBody for more than `fieldsMax` */
export function requireFewFormFields(form: string | Buffer, fieldsMax: number): void {
  let fields = 1;
  for (let at = form.indexOf("&"); at !== -1; at = form.indexOf("&", at + 1)) fields += 1;
  if (fields > fieldsMax) throw new MalformedBody(`The form has more than ${fieldsMax} fields.`);
}
