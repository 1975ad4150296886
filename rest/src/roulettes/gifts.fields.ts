import * as z from "zod";
import { line, lines, units } from "../fields.js";

// Gifts as roulettes and spins show them. No routes.

export const int32Max = 2_147_483_647;

/** A count that is not a number of units, such as seconds or spins. */
export const count = z.int().min(0).max(int32Max);

export const positiveCount = z.int().min(1).max(int32Max);

const typeOfGift = z
  .strictObject({ _id: z.string(), name: z.enum(["Fisico", "Porcentaje", "Perder", "Points"]) })
  .describe("A type of `GET /v1/public/gift-types`.");

const value = line(200).min(1);
const message = lines(1000).min(1);
const probability = z.number().min(0);
const emoji = z.string().max(32);
const fallback = lines(200);
const chance = z.number().min(0).max(100);

/** A gift of a stored roulette. */
export const gift = z
  .strictObject({
    value: z.string().describe("Name on the wheel."),
    message: z.string().describe("Shown when it is won."),
    probability: probability.describe("Relative weight among the gifts of the roulette."),
    chancePercent: chance.describe(
      "Its chance in percent at the next spin, as the draw decides: 0 while it is unavailable, and what the gifts that it replaces would have.",
    ),
    firstSpinChancePercent: chance.describe(
      "The same at the first spin of a user, as the public page shows it. Other only while a gift with `guaranteedForFirstTimers` is available.",
    ),
    typeOfGift,
    emoji: z.string().optional(),
    quantity: units.optional().describe("Units left; absent when it can always be won."),
    item_id: z.string().optional().describe("The roulette item of which a win takes a unit; `Fisico` only."),
    guaranteedForFirstTimers: z.boolean(),
    winInterval: count.describe("At least so many spins lie between two wins of it."),
    fallback: z.string().optional().describe("`value` of the gift that stands in when it is unavailable."),
  })
  .meta({ id: "Gift" });

/** A gift of a roulette that is created. */
export const newGift = z
  .strictObject({
    value: value.describe("Name on the wheel."),
    message: message.describe("Shown when it is won."),
    probability: probability.describe("Relative weight among the gifts of the roulette; one of them is above 0."),
    typeOfGift: z
      .strictObject({ _id: z.string().min(1), name: z.string().min(1) })
      .describe("`_id` and `name` of one type of `GET /v1/public/gift-types`."),
    emoji: emoji.optional(),
    quantity: units.optional().describe("Units that can be won. A `Fisico` gift has at least 1."),
    item_id: z.string().max(100).optional().describe("A roulette item with stock, enabled in rewards; `Fisico` only."),
    guaranteedForFirstTimers: z
      .boolean()
      .default(false)
      .describe("A user's first spin is drawn among these gifts, while one of them is available."),
    winInterval: count.default(0).describe("At least so many spins lie between two wins of it."),
    fallback: fallback.optional().describe("`value` of the one other gift that stands in when it is unavailable."),
  })
  .meta({ id: "NewGift" });

/** The change of one gift of a roulette. */
export const giftChange = z
  .strictObject({
    index: count.describe("Its place in `gifts`, from 0."),
    value: value.optional(),
    message: message.optional(),
    probability: probability.optional(),
    emoji: emoji.optional().describe("Empty removes it."),
    guaranteedForFirstTimers: z.boolean().optional(),
    winInterval: count.optional(),
    fallback: fallback.optional().describe("Empty removes it."),
  })
  .meta({ id: "GiftChange" });

/** A gift as it was when a spin drew it. */
export const drawnGift = z
  .strictObject({
    index: count.describe("Its place in the `gifts` of the roulette, from 0."),
    value: z.string(),
    message: z.string(),
    emoji: z.string().optional(),
    typeOfGift,
  })
  .meta({ id: "DrawnGift" });
