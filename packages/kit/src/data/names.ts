import type { IndexDescription } from "mongodb";

/** Ignores case and accents: "Guantes" and "guantes", "Termo" and "Térmo" are the same name. */
export const nameCollation = { locale: "es", strength: 1 };

/** The index that finds records by a name with `nameCollation`. */
export function nameIndex(field: string): IndexDescription {
  return { key: { [field]: 1 }, collation: nameCollation, name: `${field}IgnoringCase` };
}
