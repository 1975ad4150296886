import { archiveType } from "@tenant-ops/kit/http";
import * as z from "zod";
import { count, dateTime } from "../fields.js";

// The records that owners and operators send and read during an offboarding.

const collectionCounts = z.array(z.strictObject({ service: z.string(), collection: z.string(), records: count }));

export const offboardingBody = z.strictObject({
  confirmName: z.string().max(200).describe("The name of the business, as the preview shows it."),
  graceDays: z
    .int()
    .min(1)
    .max(400)
    .optional()
    .describe("Days until the deletion, when it is to be longer than the least time of the installation."),
});

export const offboardingPreview = z
  .strictObject({
    businessId: z.string(),
    name: z.string().describe("To be sent as `confirmName`."),
    sandboxId: z.string().nullable(),
    records: collectionCounts.describe("What would be deleted, the sandbox included. Empty collections are absent."),
    isComplete: z.boolean().describe("False when the time was over before everything was counted: there is more."),
    graceDaysMin: z.number().describe("So long its calls are refused before anything is deleted."),
  })
  .meta({ id: "OffboardingPreview" });

export const offboarding = z
  .strictObject({
    _id: z.string(),
    businessId: z.string(),
    status: z
      .enum(["closed", "deleting", "completed", "canceled"])
      .describe("`closed`: calls are refused, and nothing is deleted yet."),
    requestedAs: z.enum(["owner", "operator"]),
    requestedByHash: z.string().describe("Keyed hash of the person or the operator who asked."),
    requestedAt: dateTime,
    deleteAt: dateTime.describe("When the deletion begins. Until then it can be cancelled."),
    canceledAt: dateTime.nullable(),
    canceledAs: z.enum(["owner", "operator"]).nullable(),
    deletionStartedAt: dateTime.nullable(),
    before: collectionCounts.nullable().describe("Records when the deletion began; null before."),
    deleted: collectionCounts.describe(
      "Deleted so far, with what the mesh itself has kept of the business. `EVENTS` are messages of the event stream.",
    ),
    remaining: count.nullable().describe("Records that were found after the last pass; null before the end."),
    completedAt: dateTime.nullable(),
    receiptUntil: dateTime.nullable().describe("So long this receipt is kept."),
  })
  .meta({
    id: "Offboarding",
    description: "The request to close and delete a business. When completed it is the receipt.",
  });

export const archive = {
  description: "A ZIP archive",
  body: z.string().meta({ format: "binary" }),
  contentType: archiveType,
  headers: { "Content-Disposition": "`attachment`, with the id of the business as name." },
} as const;

/** Texts for both audiences. */
export const offboardingTexts = {
  preview: "Counts what is stored and changes nothing.",
  create:
    "From the answer on all calls of the business and of its sandbox are refused (`business_closed`): keys, agents, sessions, visitors of its pages. Webhooks and timers stop. After the grace period everything is deleted in all areas, which cannot be undone; people who are members of no other business are deleted as well. Until then the request can be cancelled, and everything goes on. A second request gets the one that is running.",
  get: "The last request of the business. When it is completed it is the receipt.",
  cancel: "Calls are accepted again, and webhooks and timers go on with what waits. A repeat changes nothing.",
  export:
    "Everything that is stored, as a ZIP archive: one file per collection with a JSON text per line, the files of the business, and at the end `manifest.json` with the records, bytes and SHA-256 of each file; without it the download is not complete. Secrets are not in it: keys, signing secrets, tokens and their hashes. It is read while it is sent and stored nowhere. Until the business is closed, records can change meanwhile.",
} as const;
