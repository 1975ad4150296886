import { type DescFile, getOption } from "@bufbuild/protobuf";
import { error as errorOption } from "../gen/tenantops/error/v1/error_pb.js";
import type { DeclaredError } from "../src/errors.types.js";
import { listErrorFiles, optionError } from "./source.js";

/** The error codes that the areas and the console declare, in this order. */
export function collectErrors(files: readonly DescFile[]): Record<string, DeclaredError> {
  const errors: Record<string, DeclaredError> = {};
  for (const file of listErrorFiles(files)) {
    getOption(file, errorOption).forEach(({ code, status, meaning, remedy, retryable, values }, index) => {
      const fail = (sentence: string) => optionError(file, errorOption, sentence, index);
      if (!/^[a-z]+(_[a-z]+)*$/.test(code)) throw fail(`The error code ${JSON.stringify(code)} is not snake_case.`);
      if (errors[code]) throw fail(`The error code ${code} is declared twice.`);
      if (status < 400 || status > 599) throw fail(`${code}: ${status} is no HTTP status of an error.`);
      if (meaning === "" || remedy === "") throw fail(`${code} needs a meaning and a remedy.`);
      errors[code] = { status, meaning, remedy, ...(retryable && { retryable }), ...(values.length > 0 && { values }) };
    });
  }
  return errors;
}
