import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateQuery, dateTime, personTexts, searchBy, userId, value, visitorRegistration } from "../fields.js";
import { drawnGift } from "./gifts.fields.js";

const path = "/v1/public/prizes";

const statuses = ["won", "claimed", "expired"] as const;

const prize = z
  .strictObject({
    _id: z.string(),
    spinId: z.string().describe("The spin that won it."),
    rouletteId: z.string(),
    userId: z.string().describe("Who won it, as the business names them."),
    gift: drawnGift.describe("What was won, as it was at that time."),
    itemId: z.string().optional().describe("The roulette item of which it is a unit."),
    code: z
      .string()
      .optional()
      .describe(
        "Claim code, unique within the business: the winner shows it. Absent in prizes from before there were codes.",
      ),
    registration: visitorRegistration.optional().describe("Who won it on the public page: a registration of a flow."),
    status: z.enum(statuses).describe("`won` can be claimed; `claimed` and `expired` are final."),
    wonAt: dateTime,
    expiresAt: dateTime.nullable().describe("Until when it can be claimed; null: always."),
    claimedAt: dateTime.nullable(),
    expiredAt: dateTime.nullable(),
  })
  .meta({ id: "Prize" });

export const listPrizes = defineRoute({
  id: "listPrizes",
  method: "GET",
  path,
  service: "roulettes",
  caller: "tenant",
  access: { scope: "visitors:read" },
  summary: "List the prizes that were won",
  description: "Newest first, except with `expiresBefore`. Dates filter on the win.",
  query: z.strictObject({
    userId: userId.optional(),
    rouletteId: byId.shape.id.optional(),
    code: value(20)
      .min(1)
      .optional()
      .describe("Only the prize with this claim code. Case, blanks and hyphens do not matter."),
    search: searchBy(`${personTexts}, or of the code`),
    status: z.enum(statuses).optional(),
    expiresBefore: dateTime
      .optional()
      .describe(
        "Only prizes that can still be claimed and expire until then, those that expire first in front. Goes with no other filter.",
      ),
    ...dateQuery,
    ...listQuery,
  }),
  replies: { 200: { description: "A page of prizes", body: listReply(prize) } },
  errors: ["roulette_not_found"],
  tools: ["roulettes_list_prizes"],
});

export const getPrize = defineRoute({
  id: "getPrize",
  method: "GET",
  path: `${path}/{id}`,
  service: "roulettes",
  caller: "tenant",
  access: { scope: "visitors:read" },
  summary: "Read one prize",
  params: byId,
  replies: { 200: { description: "The prize", body: prize } },
  errors: ["prize_not_found"],
});

export const claimPrize = defineRoute({
  id: "claimPrize",
  method: "POST",
  path: `${path}/{id}/claim`,
  service: "roulettes",
  caller: "tenant",
  summary: "Claim a prize",
  description:
    "Its user gets what was won; this cannot be taken back. A prize that was claimed before is not refused and stays as it is: hand out nothing when " +
    "`claimedNow` is false. A repeat with the same `Idempotency-Key` gets the first answer.",
  params: byId,
  replies: {
    200: {
      description: "The prize as it is now",
      body: prize
        .extend({
          claimedNow: z.boolean().describe("True if this request claimed it, false if it was claimed before."),
        })
        .meta({ id: "ClaimedPrize" }),
    },
  },
  errors: ["prize_not_found", "prize_expired"],
  idempotency: "accepted",
  tools: ["roulettes_approve_prize_claim", "roulettes_propose_prize_claim"],
});
