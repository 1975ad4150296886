// Apart from the inputs of filters, because the router needs it at the start.

/** What a filter of the address may be: one of these values, or any text. */
export type FilterSpec = Readonly<Record<string, readonly string[] | "text">>;

export type FilterValues<Spec extends FilterSpec> = {
  [Name in keyof Spec]?: Spec[Name] extends readonly (infer Value)[] ? Value : string;
};

/** The filters of an address. Values that the page does not know are left out. */
export function readFilters<Spec extends FilterSpec>(
  spec: Spec,
  search: Readonly<Record<string, unknown>>,
): FilterValues<Spec> {
  const found: Record<string, string> = {};
  for (const [name, allowed] of Object.entries(spec)) {
    const value = search[name];
    const text = typeof value === "number" ? String(value) : value;
    if (typeof text !== "string" || text === "" || text.length > 300) continue;
    if (allowed === "text" || allowed.includes(text)) found[name] = text;
  }
  return found as FilterValues<Spec>;
}

/** Filters are in the address as plain text: `?status=failed`, and not as JSON, which is the default of the router. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
