import { invalid } from "@tenant-ops/kit/errors";
import { requireText, type PreviewReview } from "@tenant-ops/kit/rpc";
import type { ServiceCenterRequest } from "@tenant-ops/proto/supply";

export interface Geo {
  latitude: number;
  longitude: number;
}

/** A center as it is stored; only the id and the moment are missing. */
export interface PlannedCenter {
  name: string;
  address: string;
  /** Absent when nobody said where it is. */
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
  type: string;
  isActive: boolean;
}

/** What a center that leaves it out takes from its business. */
export interface BusinessDefaults {
  country: string;
  timeZone: string;
}

/** Whether a center may be made, and what it would be. */
export function planCenter(request: ServiceCenterRequest, business: BusinessDefaults): PlannedCenter {
  const geo = geoOf(request.lat, request.long);
  return {
    name: requireText("name", request.name),
    address: request.address.trim(),
    ...(geo && { geo }),
    mapsLink: mapsLinkOf(request.mapsLink.trim(), geo),
    capacity: request.capacity,
    schedule: {
      timezone: business.timeZone,
      activeMemberDuration: request.activeMemberDuration,
      nonMemberDuration: request.nonMemberDuration,
      weekly: [],
    },
    countryId: request.countryId.trim() || business.country,
    // An empty text means the default, here as in every create.
    type: request.type || "physical",
    isActive: request.isActive,
  };
}

/** What a person should know before saying yes. */
export function reviewCenter({ type, geo, capacity, isActive }: PlannedCenter): PreviewReview {
  const warnings: string[] = [];
  if (type === "physical" && !geo) {
    warnings.push("A physical center without coordinates is on no map; give lat and long so that people find it.");
  }
  if (capacity === 0) warnings.push("With a capacity of 0 it can serve nobody.");
  if (!isActive) warnings.push("It is created closed: is_active is false.");
  const detail = geo ? "The coordinates are on the map." : "No coordinates were given.";
  return { checks: [{ name: "has_coordinates", ok: geo !== undefined, detail }], warnings };
}

/** The point 0/0 lies in the sea; it is how "no coordinates" is written. */
function geoOf(latitude: number, longitude: number): Geo | undefined {
  return latitude === 0 && longitude === 0 ? undefined : { latitude, longitude };
}

function mapsLinkOf(given: string, geo: Geo | undefined): string {
  if (given) return checkedLink(given);
  return geo ? `https://www.google.com/maps/search/?api=1&query=${geo.latitude},${geo.longitude}` : "";
}

/** People will click on it. */
function checkedLink(given: string): string {
  const protocol = URL.canParse(given) ? new URL(given).protocol : "";
  if (protocol === "https:" || protocol === "http:") return given;
  throw invalid("maps_link", "give a whole link that begins with https://, or leave it empty to have one made.");
}
