/**
 * TypeIDs as accounts creates them: a prefix and 26 characters of Crockford's base 32 in lower case. A sandbox is a separate business. By its
 * prefix every service recognises that its data is test data.
 */
const pattern = /^(?:biz|sbx)_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** The prefix of the id of a sandbox. */
export const sandboxPrefix = "sbx";

/** Whether the value is the id of a business or of a sandbox. */
export function isBusinessId(value: unknown): value is string {
  return typeof value === "string" && pattern.test(value);
}

export function isSandboxId(value: unknown): value is string {
  return isBusinessId(value) && value.startsWith(`${sandboxPrefix}_`);
}

/** Whether the id of a credential is that of a connection, and not of a key. The console service makes them. */
export function isConnectionId(keyId: string): boolean {
  return keyId.startsWith("con_");
}

/**
 * Call it wherever a business id becomes part of a filter. A missing id would be a filter without a business, and an object would be an operator of
 * MongoDB: both read the records of every tenant.
 * @throws Error when the value is not a well-formed business id
 */
export function assertBusinessId(value: unknown): asserts value is string {
  if (!isBusinessId(value)) throw new Error("not a well-formed business id");
}

/**
 * Call it wherever the data of a sandbox is deleted.
 * @throws Error for the id of a live business, and for anything else that is no id of a sandbox
 */
export function assertSandboxId(value: unknown): asserts value is string {
  if (!isSandboxId(value)) throw new Error("not the id of a sandbox");
}
