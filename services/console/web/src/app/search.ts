/** Filters are in the address as plain text: `?status=failed`, and not as JSON, which is the default of the router. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
