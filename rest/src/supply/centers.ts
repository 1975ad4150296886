import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateTime, line, lines, name, nameQuery, queryFlag, someOf, units } from "../fields.js";

const path = "/v1/public/supply/centers";

const geo = z.strictObject({
  latitude: z.number().min(-90).max(90).describe("Degrees."),
  longitude: z.number().min(-180).max(180).describe("Degrees."),
});

const address = lines(500);
const mapsLink = line(2048);

const minutes = z.int().min(1).max(1440);

const center = z
  .strictObject({
    _id: z.string(),
    name: z.string(),
    address: z.string(),
    geo: geo.optional().describe("Absent when unknown."),
    mapsLink: z.string().describe("As given, or made from `geo`; empty without both."),
    capacity: z.int().describe("People that it can serve at a time."),
    schedule: z
      .strictObject({
        timezone: z.string().describe("IANA name, from the business."),
        activeMemberDuration: z.int().describe("Minutes of an appointment of an active member."),
        nonMemberDuration: z.int().describe("Minutes of an appointment of a non-member."),
        weekly: z.array(
          z.strictObject({
            weekday: z.int().min(1).max(7).describe("1 is Monday."),
            opens: z.string(),
            closes: z.string(),
          }),
        ),
      })
      .describe("How it takes appointments. `weekly` has the opening hours; empty until they are set up."),
    countryId: z.string().describe("ISO 3166-1 alpha-2 code."),
    isActive: z.boolean(),
    type: z.enum(["physical", "online"]),
    createdAt: dateTime,
  })
  .meta({ id: "Center" });

export const listCenters = defineRoute({
  id: "listCenters",
  method: "GET",
  path,
  service: "supply",
  caller: "tenant",
  summary: "List the distribution centers",
  description: "Newest first.",
  query: z.strictObject({
    isActive: queryFlag.optional().describe("Only those that are active, or only those that are not."),
    type: z.enum(["", "physical", "online"]).default("").describe("Only of this kind."),
    ...nameQuery,
    ...listQuery,
  }),
  replies: { 200: { description: "A page of centers", body: listReply(center) } },
  tools: ["supply_list_service_centers"],
});

export const getCenter = defineRoute({
  id: "getCenter",
  method: "GET",
  path: `${path}/{id}`,
  service: "supply",
  caller: "tenant",
  summary: "Read one distribution center",
  params: byId,
  replies: { 200: { description: "The center", body: center } },
  errors: ["center_not_found"],
});

export const createCenter = defineRoute({
  id: "createCenter",
  method: "POST",
  path,
  service: "supply",
  caller: "tenant",
  summary: "Create a distribution center",
  description: "A center holds nothing at first: create a center stock for each product that it keeps.",
  body: z.strictObject({
    name,
    address: address.default(""),
    geo: geo.optional().describe("Where people find it. Latitude 0 with longitude 0 means that it is unknown."),
    mapsLink: mapsLink.default("").describe("A link that begins with `https://` or `http://`; empty: made from `geo`."),
    capacity: units.default(50),
    schedule: z
      .strictObject({ activeMemberDuration: minutes.default(30), nonMemberDuration: minutes.default(15) })
      .prefault({}),
    countryId: line(100).default("").describe("ISO 3166-1 alpha-2 code; empty: of the business."),
    type: z.enum(["", "physical", "online"]).default("physical"),
    isActive: z.boolean().default(true),
  }),
  replies: { 201: { description: "The new center", body: center } },
  errors: ["quota_exceeded"],
  idempotency: "accepted",
  tools: ["supply_create_service_center", "supply_propose_service_center"],
  names: {
    lat: "geo.latitude",
    long: "geo.longitude",
    active_member_duration: "schedule.activeMemberDuration",
    non_member_duration: "schedule.nonMemberDuration",
  },
});

export const updateCenter = defineRoute({
  id: "updateCenter",
  method: "PATCH",
  path: `${path}/{id}`,
  service: "supply",
  caller: "tenant",
  summary: "Change a distribution center",
  description:
    "Only the fields that are sent change. `isActive` opens or closes it; what it holds stays. A link that was made from `geo` is made again when `geo` changes.",
  params: byId,
  body: someOf({
    name,
    address: address.describe("An empty text removes it."),
    geo: geo.describe("Latitude 0 with longitude 0 removes it."),
    mapsLink: mapsLink.describe("A link that begins with `https://` or `http://`; empty: made from `geo`."),
    capacity: units.describe("People that it can serve at a time."),
    type: z.enum(["physical", "online"]),
    isActive: z.boolean(),
  }),
  replies: { 200: { description: "The center as it is now", body: center } },
  errors: ["center_not_found"],
  idempotency: "accepted",
});
