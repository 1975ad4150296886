import { invalid } from "../errors/refusal.js";
import { metadataKeys } from "./metadata-keys.js";

/** The name of the key in `_meta` of an MCP call, whose hosts cannot set headers per call. */
export const idempotencyKeyMetaKey = "tenantops/idempotencyKey";

/** As the header `Idempotency-Key` can carry it: HTTP removes spaces at both ends. */
const format = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/**
 * The idempotency key that a caller has sent, the only reader of it. A key of another form is never taken for none: the write would then happen twice.
 * @param meta of an MCP call; the header counts when both have a key
 * @throws Refusal invalid_argument
 */
export function readIdempotencyKey(
  { headers }: { headers: Readonly<Record<string, unknown>> },
  meta: Readonly<Record<string, unknown>> = {},
): string | undefined {
  const given = headers[metadataKeys.idempotencyKey] ?? meta[idempotencyKeyMetaKey];
  if (given === undefined) return undefined;
  if (typeof given === "string" && format.test(given)) return given;
  throw invalid("Idempotency-Key", "expected 1 to 255 printable ASCII characters, without a space at the ends");
}
