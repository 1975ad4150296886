import { isReadOtherwise } from "@tenant-ops/kit/egress";
import { isCountry } from "@tenant-ops/kit/data";
import { checkAll, invalid, notFound, quote, type Refusal } from "@tenant-ops/kit/errors";
import { type FieldsOf, type PreviewReview, requireText } from "@tenant-ops/kit/rpc";
import { supplySentences as sentences } from "@tenant-ops/proto/sentences/supply";
import type { ServiceCenterRequest } from "@tenant-ops/proto/supply";
import { normalizeLines, say } from "@tenant-ops/kit/texts";

export interface Geo {
  latitude: number;
  longitude: number;
}

/** A center before it has an id and a creation time. */
export interface PlannedCenter {
  name: string;
  address: string;
  /** Absent when the request has no coordinates. */
  geo?: Geo;
  mapsLink: string;
  capacity: number;
  schedule: {
    timezone: string;
    activeMemberDuration: number;
    nonMemberDuration: number;
    weekly: { weekday: number; opens: string; closes: string }[];
  };
  countryId: string;
  type: "physical" | "online";
  isActive: boolean;
}

/** A place that keeps products and hands them out. */
export interface Center extends PlannedCenter {
  _id: string;
  /** Of the name, for searches. */
  words: string[];
  createdAt: Date;
  /** Id of the API key that created it. */
  createdBy: string;
}

/** Values of the business that a center takes when the request leaves them out. */
export interface BusinessDefaults {
  country: string;
  timeZone: string;
}

/** @throws Refusal invalid_argument for a blank name, a link that is not http or https, or a country that does not exist */
export function planCenter(request: FieldsOf<ServiceCenterRequest>, business: BusinessDefaults): PlannedCenter {
  const geo = toGeo(request.lat, request.long);
  const checked = checkAll({
    name: () => requireText("name", request.name),
    mapsLink: () => chooseMapsLink(request.mapsLink.trim(), geo),
    countryId: () => requireCountry(request.countryId.trim() || business.country),
  });
  return {
    ...checked,
    address: normalizeLines(request.address),
    ...(geo && { geo }),
    capacity: request.capacity,
    schedule: {
      timezone: business.timeZone,
      activeMemberDuration: request.activeMemberDuration,
      nonMemberDuration: request.nonMemberDuration,
      weekly: [],
    },
    // An empty text means the default, here as in every create.
    type: request.type === "online" ? "online" : "physical",
    isActive: request.isActive,
  };
}

/** The fields that a change of a center can have. */
export type CenterChanges = Partial<
  Pick<Center, "name" | "address" | "geo" | "mapsLink" | "capacity" | "type" | "isActive">
>;

/** @throws Refusal invalid_argument for a blank name, or a link that is not http or https */
export function planCenterUpdate(before: Center, given: CenterChanges): Center {
  const { geo: oldGeo, ...rest } = before;
  const geo = given.geo ? toGeo(given.geo.latitude, given.geo.longitude) : oldGeo;
  const wasMade = before.mapsLink === chooseMapsLink("", oldGeo);
  const link = given.mapsLink ?? (wasMade ? "" : before.mapsLink);
  const checked = checkAll({
    name: () => requireText("name", given.name ?? before.name),
    mapsLink: () => chooseMapsLink(link.trim(), geo),
  });
  const { geo: _, ...changes } = given;
  return { ...rest, ...changes, ...checked, ...(geo && { geo }) };
}

/** The checks and warnings of the preview. */
export function reviewCenter({ type, geo, capacity, isActive }: PlannedCenter): PreviewReview {
  const warnings: PreviewReview["warnings"] = [];
  if (type === "physical" && !geo) warnings.push(say(sentences.on_no_map));
  if (capacity === 0) warnings.push(say(sentences.serves_nobody));
  if (!isActive) warnings.push(say(sentences.created_closed));
  const detail = say(geo ? sentences.has_coordinates : sentences.no_coordinates);
  return { checks: [{ name: "has_coordinates", ok: geo !== undefined, detail }], warnings };
}

export function centerNotFound(id: string): Refusal {
  return notFound("center", id, { listWith: "supply_list_service_centers" });
}

/** @throws Refusal center_not_found */
export function requireCenter(found: Center | null, centerId: string): Center {
  if (!found) throw centerNotFound(centerId);
  return found;
}

function requireCountry(code: string): string {
  if (isCountry(code)) return code;
  const detail = `${quote(code)} is no country: must be an ISO 3166-1 alpha-2 code such as MX.`;
  throw invalid("country_id", detail, "country_code");
}

/** 0/0 means "no coordinates": that point is in the sea. */
function toGeo(latitude: number, longitude: number): Geo | undefined {
  return latitude === 0 && longitude === 0 ? undefined : { latitude, longitude };
}

function chooseMapsLink(given: string, geo: Geo | undefined): string {
  if (given) return requireHttpLink(given);
  return geo ? `https://www.google.com/maps/search/?api=1&query=${geo.latitude},${geo.longitude}` : "";
}

/** People open this link, so other protocols, such as javascript:, are refused. */
function requireHttpLink(given: string): string {
  const protocol = URL.canParse(given) && !isReadOtherwise(given) ? new URL(given).protocol : "";
  if (protocol === "https:" || protocol === "http:") return given;
  const detail = "give a whole link that begins with https://, or leave it empty to have one made.";
  throw invalid("maps_link", detail, "url");
}
