import { defineRoute, failsAs, listQuery, listReply } from "@tenant-ops/kit/http";
import { normalizeText } from "@tenant-ops/kit/texts";
import * as z from "zod";
import { byId, count, dateTime, value } from "../fields.js";

const path = "/v1/public/person-requests";
const namesMax = 10;
const access =
  "Needs a key with access to all areas; in the console, an admin. Agents that people have connected are refused.";

/** The names by which the business identifies the person. */
const names = z.strictObject({
  emails: z.array(value(320).min(3).includes("@")).max(namesMax).default([]),
  userIds: z
    .array(
      z
        .string()
        .min(1)
        .max(200)
        .refine((value) => normalizeText(value) !== "", failsAs("blank", "is blank")),
    )
    .max(namesMax)
    .default([])
    .describe(
      "As the business names the person: users of roulettes, learners, workers; of visitors, the `vis_…` of their prize.",
    ),
  phones: z
    .array(
      value(40)
        .regex(/^[\d\s+.()/-]*$/)
        .regex(/(\D*\d){7}/),
    )
    .max(namesMax)
    .default([])
    .describe("With country code, or as dialled in the country of the business. Every spelling of the phone is found."),
  includeLinked: z
    .boolean()
    .default(true)
    .describe(
      "Whether other names of the person in the same records count too, such as the user id beside an e-mail address. What a visitor has typed in a form without proving it never counts; name it to include it.",
    ),
});

const requireName = <Body extends { emails: string[]; userIds: string[]; phones: string[] }>(body: Body) =>
  body.emails.length + body.userIds.length + body.phones.length > 0;
const isNamed = failsAs("nothing_sent", "send an e-mail address, a user id or a phone number");

const nameOfPerson = z.strictObject({ kind: z.enum(["email", "userId", "phone"]), value: z.string() });

const records = z
  .array(z.strictObject({ service: z.string(), collection: z.string(), records: count }))
  .describe("Collections without records of the person are absent.");

const personRequest = z
  .strictObject({
    _id: z.string(),
    kind: z.enum(["export", "erasure"]),
    status: z.enum(["running", "completed"]),
    personHashes: z
      .array(z.string())
      .describe(
        "Keyed hashes of the names, the same in every request about the same person. They do not lead back to a name.",
      ),
    tombstone: z.string().nullable().describe("What replaces the user ids of the person; null for an export."),
    records: records.describe(
      "What was found for an export; what an erasure has changed so far. `EVENTS` are messages of the event stream.",
    ),
    namesLeftOut: count.describe(
      "How many names an erasure has found while it ran and has not followed, because one person has at most 50: several persons share one of the names. At most about 5,000 of each service are counted.",
    ),
    requestedBy: z.string().describe("Id of the key or of the person in the console."),
    requestedAt: dateTime,
    completedAt: dateTime.nullable(),
    coversUntil: dateTime
      .nullable()
      .describe(
        "Of a completed erasure: everything that was sent to the API before this time is covered, also during the erasure.",
      ),
    downloadUntil: dateTime.nullable().describe("Of an export; null for an erasure."),
  })
  .meta({
    id: "PersonRequest",
    description: "A request about a person and its receipt. It contains no personal data.",
  });

export const previewPersonRequest = defineRoute({
  id: "previewPersonRequest",
  method: "POST",
  isPreview: true,
  path: `${path}/preview`,
  service: "accounts",
  caller: "tenant",
  access: { scope: "business:write", ofAllAreas: true },
  summary: "Find what is stored about a person",
  description: `Searches all areas and changes nothing: the records that an export would contain and an erasure would change. ${access}`,
  body: names.refine(requireName, isNamed),
  replies: {
    200: {
      description: "What was found",
      body: z
        .strictObject({
          names: z.array(
            nameOfPerson.extend({
              isLinked: z.boolean().describe("Found in the records, not given in the request."),
            }),
          ),
          unprovenNames: z
            .array(nameOfPerson)
            .describe(
              "Other names in these records of which nothing proves that they are of the same person: anybody can type the e-mail address of another person in a form. They are not part of an export or an erasure; name those that the person has shown to be theirs.",
            ),
          records,
          isMember: z.boolean().describe("The person is a member of the business, so an erasure would be refused."),
          isComplete: z
            .boolean()
            .describe(
              "False when the time was over before everything was searched: there may be more records and names. An erasure and an export find them all the same.",
            ),
        })
        .meta({ id: "PersonPreview" }),
    },
  },
  errors: ["person_ambiguous"],
});

export const createPersonRequest = defineRoute({
  id: "createPersonRequest",
  method: "POST",
  path,
  service: "accounts",
  caller: "tenant",
  access: { scope: "business:write", ofAllAreas: true, needsProofFor: { kind: "erasure" } },
  summary: "Export or erase a person",
  description: `An export can be downloaded at once. An erasure replaces the names of the person in all areas by one tombstone, so that ledgers and counts stay right, and deletes what else is known; it cannot be undone, and takes about half a minute. Read the request until it is \`completed\`: it is then the receipt. A second request about the same person gets the one that is running, and one that was completed within a day while nothing new is stored. An erasure by a person in the console needs a fresh proof of who they are. ${access}`,
  body: names.extend({ kind: z.enum(["export", "erasure"]) }).refine(requireName, isNamed),
  replies: { 201: { description: "The request", body: personRequest } },
  errors: ["person_ambiguous", "person_is_member", "step_up_required"],
  idempotency: "required",
});

export const listPersonRequests = defineRoute({
  id: "listPersonRequests",
  method: "GET",
  path,
  service: "accounts",
  caller: "tenant",
  access: { scope: "business:write", ofAllAreas: true },
  summary: "List the requests about persons",
  description: `The newest first. ${access}`,
  query: z.strictObject(listQuery),
  replies: { 200: { description: "A page of requests", body: listReply(personRequest) } },
});

export const getPersonRequest = defineRoute({
  id: "getPersonRequest",
  method: "GET",
  path: `${path}/{id}`,
  service: "accounts",
  caller: "tenant",
  access: { scope: "business:write", ofAllAreas: true },
  summary: "Read a request about a person",
  description: `How far an erasure has come, and its receipt. ${access}`,
  params: byId,
  replies: { 200: { description: "The request", body: personRequest } },
  errors: ["person_request_not_found"],
});

export const downloadPersonExport = defineRoute({
  id: "downloadPersonExport",
  method: "GET",
  path: `${path}/{id}/export`,
  service: "accounts",
  caller: "tenant",
  access: { scope: "business:write", ofAllAreas: true },
  summary: "Download the export of a person",
  description: `JSON texts, one per line: \`{"type": "export"}\` with the names, a \`record\` for each record as it is stored, a \`file\` for each part of a file in base64, and \`{"type": "end"}\` with the counts; without that line the download is not complete. It is read from the records while it is sent, and stored nowhere. ${access}`,
  params: byId,
  replies: {
    200: {
      description: "The export",
      body: z.string().meta({ format: "binary" }),
      contentType: "application/octet-stream",
      headers: { "Content-Disposition": "`attachment`, with the id of the request as name." },
    },
  },
  errors: ["person_request_not_found", "person_export_ended"],
});
