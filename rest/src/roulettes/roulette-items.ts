import { defineRoute, listQuery, listReply } from "@tenant-ops/kit/http";
import * as z from "zod";
import { byId, dateTime, lines, name, nameQuery, queryFlag, setFlag, someOf, units } from "../fields.js";

const path = "/v1/public/roulette-items";

const description = lines(2000);
const trackStock = z.boolean().describe("Whether a win takes a unit of the stock.");
const enabledInRewards = z.boolean().describe("Whether it may be a prize.");

const item = z
  .strictObject({
    _id: z.string().describe("The `item_id` of a gift."),
    name: z.string(),
    available_stock: units.describe("Units left."),
    enabled_in_rewards: enabledInRewards,
    description: z.string(),
    currency: z.string().describe("ISO 4217."),
    track_stock: trackStock,
    country: z.string().describe("That of the business when the item was created."),
    createdAt: dateTime,
  })
  .meta({ id: "RouletteItem" });

export const listRouletteItems = defineRoute({
  id: "listRouletteItems",
  method: "GET",
  path,
  service: "roulettes",
  caller: "tenant",
  summary: "List the roulette items",
  description:
    "Physical prizes, newest first. Those with stock that are enabled in rewards can be the `item_id` of a gift.",
  query: z.strictObject({
    enabled_in_rewards: queryFlag.optional().describe("Only those that may, or may not, be a prize."),
    soldOut: setFlag.optional().describe("Only those without stock."),
    ...nameQuery,
    ...listQuery,
  }),
  replies: { 200: { description: "A page of items", body: listReply(item) } },
  tools: ["roulettes_list_roulette_items"],
});

export const getRouletteItem = defineRoute({
  id: "getRouletteItem",
  method: "GET",
  path: `${path}/{id}`,
  service: "roulettes",
  caller: "tenant",
  summary: "Read one roulette item",
  params: byId,
  replies: { 200: { description: "The item", body: item } },
  errors: ["roulette_item_not_found"],
});

export const createRouletteItem = defineRoute({
  id: "createRouletteItem",
  method: "POST",
  path,
  service: "roulettes",
  caller: "tenant",
  summary: "Create a roulette item",
  description: "A physical prize with a stock of its own. Its country is that of the business.",
  body: z.strictObject({
    name,
    available_stock: units,
    description: description.default(""),
    currency: z
      .string()
      .regex(/^([A-Z]{3})?$/)
      .default("MXN")
      .describe("ISO 4217; empty: MXN."),
    track_stock: trackStock.default(true),
    enabled_in_rewards: enabledInRewards.default(true),
  }),
  replies: { 201: { description: "The new item", body: item } },
  errors: ["unknown_currency", "quota_exceeded"],
  idempotency: "accepted",
  tools: ["roulettes_create_item", "roulettes_propose_item"],
});

export const updateRouletteItem = defineRoute({
  id: "updateRouletteItem",
  method: "PATCH",
  path: `${path}/{id}`,
  service: "roulettes",
  caller: "tenant",
  summary: "Change a roulette item",
  description:
    "Counts from the next spin on; prizes that were won stay. While it is not enabled in rewards, its gifts give way to their fallback. Its stock is " +
    "changed by `POST /v1/public/roulette-items/{id}/stock`; its currency cannot be changed.",
  params: byId,
  body: someOf({ name, description, track_stock: trackStock, enabled_in_rewards: enabledInRewards }),
  replies: { 200: { description: "The item as it is now", body: item } },
  errors: ["roulette_item_not_found"],
  idempotency: "accepted",
  tools: ["roulettes_approve_update_item", "roulettes_propose_update_item"],
});

export const addRouletteItemStock = defineRoute({
  id: "addRouletteItemStock",
  method: "POST",
  path: `${path}/{id}/stock`,
  service: "roulettes",
  caller: "tenant",
  summary: "Add units to the stock of an item, or take some away",
  description:
    "The number is added to what is there, so units that are won meanwhile are never given twice. Without an `Idempotency-Key`, a repeat adds them " +
    "again.",
  params: byId,
  body: z.strictObject({ addUnits: z.int().min(-1_000_000).max(1_000_000).describe("Below 0 takes units away.") }),
  replies: { 200: { description: "The item as it is now", body: item } },
  errors: ["roulette_item_not_found", "too_few_units"],
  idempotency: "accepted",
  tools: ["roulettes_approve_item_stock", "roulettes_propose_item_stock"],
});
