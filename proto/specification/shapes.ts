/** The expected form of a value: a check, the required fields of an object (it may have more), or a list of one form. */
export type Shape = Check | readonly [Shape] | { readonly [field: string]: Shape };

export interface Check {
  readonly expected: string;
  readonly matches: (value: unknown) => boolean;
}

const check = (expected: string, matches: (value: unknown) => boolean): Check => ({ expected, matches });

export const text = check("text", (value) => typeof value === "string");
export const id = check("an id", (value) => typeof value === "string" && value !== "");
export const integer = check("an integer", Number.isInteger);
export const number = check("a number", (value) => typeof value === "number" && Number.isFinite(value));
export const boolean = check("true or false", (value) => typeof value === "boolean");
export const percent = check(
  "a percentage",
  (value) => number.matches(value) && Number(value) >= 0 && Number(value) <= 100,
);
export const timestamp = check("an ISO 8601 timestamp", (value) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(String(value)),
);
export const oneOf = (...values: unknown[]): Check => check(JSON.stringify(values), (value) => values.includes(value));

/** The places where a value differs from its shape; empty when it matches. */
export function findDifferences(shape: Shape, value: unknown, path = "answer"): string[] {
  if (isCheck(shape)) return shape.matches(value) ? [] : [`${path}: ${JSON.stringify(value)} is not ${shape.expected}`];
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${path}: ${JSON.stringify(value)} is not a list`];
    // An empty list would not test the form of its items.
    if (value.length === 0) return [`${path} is empty`];
    return value.flatMap((item, index) => findDifferences(shape[0], item, `${path}[${index}]`));
  }
  if (typeof value !== "object" || value === null) return [`${path}: ${JSON.stringify(value)} is not an object`];
  return Object.entries(shape).flatMap(([field, inner]) =>
    Object.hasOwn(value, field)
      ? findDifferences(inner, Reflect.get(value, field), `${path}.${field}`)
      : [`${path}.${field} is missing`],
  );
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);
const isCheck = (shape: Shape): shape is Check => !isList(shape) && typeof shape["matches"] === "function";
