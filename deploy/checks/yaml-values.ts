/** What a parsed YAML file can hold. */
export type YamlValue = null | boolean | number | string | YamlValue[] | YamlMap;
export interface YamlMap {
  [name: string]: YamlValue | undefined;
}
type Path = Array<string | number>;

export const isMap = (value: YamlValue | undefined): value is YamlMap =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a path, or undefined: a file under test may lack any field. */
export function getValue(value: YamlValue | undefined, ...path: Path): YamlValue | undefined {
  let found = value;
  for (const step of path) {
    if (Array.isArray(found) && typeof step === "number") found = found[step];
    else if (isMap(found) && typeof step === "string") found = found[step];
    else return undefined;
  }
  return found;
}

export function getMap(value: YamlValue | undefined, ...path: Path): YamlMap {
  const found = getValue(value, ...path);
  return isMap(found) ? found : {};
}

export function getList(value: YamlValue | undefined, ...path: Path): YamlValue[] {
  const found = getValue(value, ...path);
  return Array.isArray(found) ? found : [];
}

export function getString(value: YamlValue | undefined, ...path: Path): string {
  const found = getValue(value, ...path);
  return typeof found === "string" ? found : "";
}

/** A list of plain values, such as file names, as strings. */
export const getStrings = (value: YamlValue | undefined, ...path: Path): string[] =>
  getList(value, ...path).map(formatValue);

/** A value as text for a message. */
export const formatValue = (value: YamlValue | undefined): string =>
  typeof value === "object" ? JSON.stringify(value) : String(value);

/** Every map inside a value, with the name of the field that holds it. */
export function* walkMaps(value: YamlValue | undefined, field = ""): Generator<{ field: string; map: YamlMap }> {
  if (Array.isArray(value)) {
    for (const item of value) yield* walkMaps(item, field);
  } else if (isMap(value)) {
    yield { field, map: value };
    for (const [name, inner] of Object.entries(value)) yield* walkMaps(inner, name);
  }
}
