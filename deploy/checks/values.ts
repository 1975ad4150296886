/** What YAML can hold. */
export type Value = null | boolean | number | string | Value[] | Fields;
export interface Fields {
  [name: string]: Value | undefined;
}

export const isFields = (value: Value | undefined): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What stands there, or nothing: manifests under test may lack anything. */
export function at(value: Value | undefined, ...path: Array<string | number>): Value | undefined {
  let found = value;
  for (const step of path) {
    if (Array.isArray(found) && typeof step === "number") found = found[step];
    else if (isFields(found) && typeof step === "string") found = found[step];
    else return undefined;
  }
  return found;
}

export function fieldsAt(value: Value | undefined, ...path: Array<string | number>): Fields {
  const found = at(value, ...path);
  return isFields(found) ? found : {};
}

export function listAt(value: Value | undefined, ...path: Array<string | number>): Value[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function textAt(value: Value | undefined, ...path: Array<string | number>): string {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
}

/** One Kubernetes object. */
export type Manifest = Fields;
export const kindOf = (object: Manifest): string => textAt(object, "kind");
export const nameOf = (object: Manifest): string => textAt(object, "metadata", "name");
/** How messages name it. */
export const titleOf = (object: Manifest): string => `${kindOf(object)} ${nameOf(object)}`;

/** Every object inside a value, with the field under which it stands. */
export function* fieldsWithin(value: Value | undefined, field = ""): Generator<{ field: string; fields: Fields }> {
  if (Array.isArray(value)) {
    for (const item of value) yield* fieldsWithin(item, field);
  } else if (isFields(value)) {
    yield { field, fields: value };
    for (const [name, inner] of Object.entries(value)) yield* fieldsWithin(inner, name);
  }
}

/** A list of plain values, such as file names, as texts. */
export const textsAt = (value: Value | undefined, ...path: Array<string | number>): string[] =>
  listAt(value, ...path).map(shown);

/** A value inside a message, or as the text it stands for. */
export const shown = (value: Value | undefined): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value);
