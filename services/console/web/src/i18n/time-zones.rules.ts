export interface TimeZoneGroup {
  /** `country`, or the region of the names: `America`. */
  region: string;
  zones: { name: string; label: string }[];
}

/**
 * All time zones to choose from: those of the country first, then by region, each with its place and offset.
 * @param offsets of the zones, such as `GMT-6`
 */
export function groupTimeZones(
  zones: readonly string[],
  ofCountry: readonly string[],
  getOffset: (zone: string) => string,
): TimeZoneGroup[] {
  const groups = new Map<string, string[]>();
  const known = new Set(zones);
  const first = ofCountry.filter((zone) => known.has(zone));
  if (first.length > 0) groups.set("country", first);
  for (const zone of zones) {
    const region = zone.includes("/") ? (zone.split("/")[0] ?? "") : "UTC";
    groups.set(region, [...(groups.get(region) ?? []), zone]);
  }
  return [...groups].map(([region, names]) => ({
    region,
    zones: names.map((name) => ({ name, label: toLabel(name, getOffset(name)) })),
  }));
}

/** What a person reads for a time zone: its place and its offset at this moment. */
export const describeTimeZone = (zone: string, at: Date): string => toLabel(zone, readOffset(zone, at));

const toLabel = (zone: string, offset: string): string => `${toPlace(zone)} (${offset})`;

/** `America/Argentina/Buenos_Aires` is `Argentina, Buenos Aires`. */
const toPlace = (zone: string): string =>
  zone.includes("/") ? zone.split("/").slice(1).join(", ").replaceAll("_", " ") : zone;

/** The offset of a time zone at this moment. */
export function readOffset(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" }).formatToParts(at);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** Browsers that do not know the zones of a country put none first. */
export function listZonesOfCountry(country: string): readonly string[] {
  const locale = new Intl.Locale("und", { region: country }) as Intl.Locale & {
    timeZones?: readonly string[];
    getTimeZones?: () => readonly string[] | undefined;
  };
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}
