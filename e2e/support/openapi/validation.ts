import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Schema } from "@tenant-ops/rest/openapi";
import { document } from "./document.js";

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "openapi", components: document.components });

const compiled = new WeakMap<Schema, ValidateFunction>();

/** What is wrong with the value, as one line; undefined when it has the schema of the document. */
export function describeMismatch(schema: Schema, value: unknown): string | undefined {
  let validate = compiled.get(schema);
  if (!validate) compiled.set(schema, (validate = ajv.compile(withAbsoluteReferences(schema))));
  if (validate(value)) return undefined;
  return ajv.errorsText(validate.errors, { separator: "; " }).slice(0, 500);
}

function withAbsoluteReferences(schema: Schema): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/')) as object;
}
