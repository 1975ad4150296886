import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateQuery, dateTime, personTexts, searchBy, userId, visitorRegistration } from "../fields.js";
import { count, drawnGift, positiveCount } from "./gifts.fields.js";

const path = "/v1/public/roulettes/{id}/spins";

const spin = z
  .strictObject({
    _id: z.string(),
    rouletteId: z.string(),
    userId: z.string().describe("Who spun, as the business names them."),
    registration: visitorRegistration.optional().describe("Who spun on the public page: a registration of a flow."),
    number: positiveCount.describe("1, 2, 3 … of the roulette, without a gap."),
    result: z.enum(["won", "lost"]),
    gift: drawnGift.describe("What the user gets, as it was at that time."),
    drawnIndex: count.describe(
      "The place that was drawn; another one than that of `gift` when that gift was unavailable.",
    ),
    prizeId: z.string().optional().describe("The prize; absent when lost."),
    prizeExpiresAt: dateTime
      .nullable()
      .optional()
      .describe("Until when the prize can be claimed; null: always. Absent when lost."),
    text: z.string().describe("`textToWin` or `textToLose`, as it was at that time."),
    animationSeconds: count.describe("`timeToWin` or `timeToLose`, as it was at that time."),
    winsLeft: count.describe("How many prizes the user could still win of the roulette after this spin."),
    createdAt: dateTime,
  })
  .meta({ id: "Spin" });

export const createSpin = defineRoute({
  id: "createSpin",
  method: "POST",
  path,
  service: "roulettes",
  caller: "tenant",
  summary: "Spin a roulette for a user",
  description:
    "Draws one gift by the weights; a gift that is unavailable gives way to its `fallback`, at the end to a `Perder`. A win takes a unit of the gift, and of " +
    "its item, for good. A user who has won `max_wins` prizes is refused before anything is drawn.",
  params: byId,
  body: z.strictObject({ userId: userId.describe("Who spins, as the business names them.") }),
  replies: { 201: { description: "The spin", body: spin } },
  errors: ["roulette_not_found", "roulette_inactive", "max_wins_reached"],
  idempotency: "required",
});

export const listSpins = defineRoute({
  id: "listSpins",
  method: "GET",
  path,
  service: "roulettes",
  caller: "tenant",
  summary: "List the spins of a roulette",
  description: "Newest first.",
  params: byId,
  query: z.strictObject({ userId: userId.optional(), search: searchBy(personTexts), ...dateQuery, ...listQuery }),
  replies: { 200: { description: "A page of spins", body: listReply(spin) } },
  errors: ["roulette_not_found"],
  tools: ["roulettes_list_spins"],
});

export const getSpin = defineRoute({
  id: "getSpin",
  method: "GET",
  path: `${path}/{spinId}`,
  service: "roulettes",
  caller: "tenant",
  summary: "Read one spin",
  params: byId.extend({ spinId: byId.shape.id }),
  replies: { 200: { description: "The spin", body: spin } },
  errors: ["spin_not_found"],
});
