import { TenantOpsError } from "@tenant-ops/client/session";

export { TenantOpsError };

/** Fields of the request and what is wrong with each: `name: must not be empty; url: is required.` */
export type FieldErrors = Readonly<Record<string, string>>;

const inputCodes = new Set(["invalid_argument", "egress_refused", "malformed_request"]);

/** Finds the fields that a refusal names. A field of a list, `scopes[0]`, belongs to the input of the list. */
export function findFieldErrors(error: unknown): FieldErrors {
  if (!(error instanceof TenantOpsError) || !inputCodes.has(error.code)) return {};
  const found: Record<string, string> = {};
  for (const part of error.detail.split("; ")) {
    const [, name, sentence] = /^([A-Za-z_]\w*)[\w.[\]]*: (.+?)\.?$/s.exec(part) ?? [];
    if (name && sentence) found[name] ??= sentence;
  }
  return found;
}

/** The sentence of a refusal, without its code. */
export const getErrorText = (error: Error): string => (error instanceof TenantOpsError ? error.detail : error.message);

export const isCode = (error: unknown, code: string): error is TenantOpsError =>
  error instanceof TenantOpsError && error.code === code;

export const hasStatus = (error: unknown, status: number): error is TenantOpsError =>
  error instanceof TenantOpsError && error.status === status;
