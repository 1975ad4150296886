import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateTime, lines, name, nameQuery, queryFlag, setFlag, someOf } from "../fields.js";
import { count, gift, giftChange, int32Max, newGift, positiveCount } from "./gifts.fields.js";

const path = "/v1/public/roulettes";

const typeOfRoulette = z
  .strictObject({ _id: z.int(), name: z.string() })
  .describe("A type of `GET /v1/public/roulette-types`.");

const timeUnit = z.enum(["hours", "days"]);
const timeToExpire = z.int().min(1).max(87_600);
const spinsPerVisitor = z.int().min(1).max(100);
const text = lines(1000).min(1);

const fields = {
  name,
  timeToWin: count.describe("Seconds of the win animation."),
  timeToLose: count.describe("Seconds of the lose animation."),
  textToWin: text.describe("Shown on a win."),
  textToLose: text.describe("Shown on a loss."),
  termsAndConditions: lines(20_000).min(1),
};

const summary = {
  _id: z.string(),
  name: z.string(),
  isActive: z.boolean().describe("Whether it can be spun."),
  typeOfRoulette,
  totalSpins: count.describe("Completed spins, won or lost."),
  createdAt: dateTime,
};

const soldOutGift = z
  .strictObject({ index: z.int().describe("Its place in `gifts`, from 0."), value: z.string() })
  .meta({ id: "SoldOutGift" });

const listed = z
  .strictObject({
    ...summary,
    soldOutGifts: z.array(soldOutGift).describe("Gifts whose own units are used up. Units can be added."),
  })
  .meta({ id: "RouletteSummary" });

const roulette = z
  .strictObject({
    ...summary,
    gifts: z.array(gift).describe("In the order of the wheel. A gift is named by its place, from 0."),
    timeToWin: fields.timeToWin,
    timeToLose: fields.timeToLose,
    textToWin: z.string(),
    textToLose: z.string(),
    termsAndConditions: z.string(),
    time_unit: timeUnit,
    time_to_expire: timeToExpire.describe("Until a prize expires, if the type supports it."),
    max_wins: positiveCount.describe("Prizes that one user can win."),
    spinsPerVisitor: spinsPerVisitor.describe("How often a visitor of its public page may spin it in all."),
    country: z.string().describe("That of the business when the roulette was created."),
  })
  .meta({ id: "Roulette" });

export const listRoulettes = defineRoute({
  id: "listRoulettes",
  method: "GET",
  path,
  service: "roulettes",
  caller: "tenant",
  summary: "List the roulettes",
  description:
    "Newest first, without texts, and of the gifts only those that are sold out: read one roulette for these.",
  query: z.strictObject({
    isActive: queryFlag.optional().describe("Only those that can, or cannot, be spun."),
    soldOut: setFlag.optional().describe("Only those that can be spun and have gifts whose units are used up."),
    ...nameQuery,
    ...listQuery,
  }),
  replies: {
    200: {
      description: "A page of roulettes",
      body: listReply(listed),
    },
  },
  tools: ["roulettes_list_roulettes"],
});

export const getRoulette = defineRoute({
  id: "getRoulette",
  method: "GET",
  path: `${path}/{id}`,
  service: "roulettes",
  caller: "tenant",
  summary: "Read one roulette",
  params: byId,
  replies: { 200: { description: "The roulette", body: roulette } },
  errors: ["roulette_not_found"],
  tools: ["roulettes_get_roulette"],
});

const names = {
  roulette_type_id: "typeOfRoulette._id",
  roulette_type_name: "typeOfRoulette.name",
  "service://roulettes/schema/gifts": "GET /v1/public/gift-types and GET /v1/public/roulette-types",
};

export const createRoulette = defineRoute({
  id: "createRoulette",
  method: "POST",
  path,
  service: "roulettes",
  caller: "tenant",
  summary: "Create a roulette",
  description:
    "It is inactive unless `isActive` is true. At least one gift is a `Perder`; one weight is above 0. Gifts cannot be added, moved or " +
    "removed later.",
  body: z.strictObject({
    ...fields,
    gifts: z.array(newGift).min(1).max(100),
    typeOfRoulette: z
      .strictObject({ _id: z.int(), name: z.string().min(1) })
      .describe("`_id` and `name` of one type of `GET /v1/public/roulette-types`."),
    isActive: z.boolean().default(false).describe("Whether it can be spun at once."),
    time_unit: timeUnit.default("hours"),
    time_to_expire: timeToExpire.default(24).describe("Until a prize expires, if the type supports it."),
    max_wins: positiveCount.default(1).describe("Prizes that one user can win."),
    spinsPerVisitor: spinsPerVisitor
      .default(1)
      .describe("How often a visitor of its public page may spin it in all. Spins over REST have no such limit."),
  }),
  replies: { 201: { description: "The new roulette", body: roulette } },
  errors: [
    "unknown_gift_type",
    "unknown_roulette_type",
    "lose_gift_required",
    "gift_weights_zero",
    "gift_quantity_required",
    "item_id_misplaced",
    "roulette_item_not_found",
    "roulette_item_unavailable",
    "fallback_invalid",
    "quota_exceeded",
  ],
  idempotency: "accepted",
  tools: ["roulettes_create_roulette", "roulettes_propose_roulette"],
  names,
});

export const updateRoulette = defineRoute({
  id: "updateRoulette",
  method: "PATCH",
  path: `${path}/{id}`,
  service: "roulettes",
  caller: "tenant",
  summary: "Change a roulette, activate or deactivate it",
  description:
    "Counts from the next spin on. Spins and prizes keep what was drawn, and prizes their expiry. A lower `max_wins` stops users who have won " +
    "as many; they keep what they won. After a deactivation spins are refused, claims are not. Gifts keep their place and their type; their " +
    "units are changed by `POST /v1/public/roulettes/{id}/gifts/{index}/units`.",
  params: byId,
  body: someOf({
    ...fields,
    isActive: z.boolean().describe("True lets users spin it, false stops them."),
    giftChanges: z.array(giftChange).max(100).describe("Changes of single gifts; the others stay."),
    time_unit: timeUnit,
    time_to_expire: timeToExpire.describe("For prizes won from then on."),
    max_wins: positiveCount.describe("Prizes that one user can win, those already won included."),
    spinsPerVisitor: spinsPerVisitor.describe("How often a visitor of its public page may spin it in all."),
  }),
  replies: { 200: { description: "The roulette as it is now", body: roulette } },
  errors: ["roulette_not_found", "gift_weights_zero", "fallback_invalid"],
  idempotency: "accepted",
  tools: ["roulettes_approve_update_roulette", "roulettes_propose_update_roulette"],
});

const giftIndex = z.coerce.number().int().min(0).max(int32Max).describe("Place of the gift in `gifts`, from 0.");

export const addGiftUnits = defineRoute({
  id: "addGiftUnits",
  method: "POST",
  path: `${path}/{id}/gifts/{index}/units`,
  service: "roulettes",
  caller: "tenant",
  summary: "Add units to a gift, or take some away",
  description:
    "The number is added to the units that are left, so units that are won meanwhile are never given twice. Without an `Idempotency-Key`, a " +
    "repeat adds them again.",
  params: byId.extend({ index: giftIndex }),
  body: z.strictObject({ addUnits: z.int().min(-1_000_000).max(1_000_000).describe("Below 0 takes units away.") }),
  replies: { 200: { description: "The roulette as it is now", body: roulette } },
  errors: ["roulette_not_found", "too_few_units"],
  idempotency: "accepted",
  tools: ["roulettes_approve_gift_units", "roulettes_propose_gift_units"],
  names: { gift_index: "index" },
});
