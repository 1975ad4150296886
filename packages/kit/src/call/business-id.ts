/** A TypeID with the prefix `biz`, as the gateway makes them: `biz_` and 26 characters of Crockford's base 32 in lower case. */
const pattern = /^biz_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

export function isBusinessId(value: unknown): value is string {
  return typeof value === "string" && pattern.test(value);
}

/**
 * For every place that makes a filter from a business id. A missing id would be a filter without a business, and an object
 * would be an operator of MongoDB: both read the records of every tenant.
 * @throws Error when the value is not a well-formed business id
 */
export function assertBusinessId(value: unknown): asserts value is string {
  if (!isBusinessId(value)) throw new Error("not a well-formed business id");
}
