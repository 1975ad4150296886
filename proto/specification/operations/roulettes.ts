import { get, list, pair, toLines } from "../builders.js";
import { boolean, id, integer, oneOf, text, timestamp } from "../shapes.js";
import type { OperationsSpecification } from "../types.js";

const gift = { index: integer, value: text, message: text, typeOfGift: { name: text, _id: id } };
const updated = oneOf(true);

const updates = [
  ...pair(
    "roulettes_propose_update_roulette",
    {
      kind: "update",
      name: "roulettes_approve_update_roulette",
      answer: { roulette_id: id, updated, isActive: boolean },
    },
    {
      parameters: `
        roulette_id!: string
        name?: string
        is_active?: boolean
        gift_changes?: array of objects
        time_to_win?: integer
        time_to_lose?: integer
        text_to_win?: string
        text_to_lose?: string
        terms_and_conditions?: string
        time_unit?: hours | days
        time_to_expire?: integer
        max_wins?: integer`,
      objects: {
        gift_changes: toLines(`
          index!: integer
          value?: string
          message?: string
          probability?: number
          emoji?: string
          guaranteedForFirstTimers?: boolean
          winInterval?: integer
          fallback?: string`),
      },
      arguments: { roulette_id: "{roulette_id}" },
    },
  ),
  ...pair(
    "roulettes_propose_gift_units",
    {
      kind: "create",
      name: "roulettes_approve_gift_units",
      answer: { roulette_id: id, gift_index: integer, quantity: integer },
    },
    {
      parameters: `
        roulette_id!: string
        gift_index!: integer
        add_units!: integer`,
      arguments: { roulette_id: "{roulette_id}", gift_index: 1, add_units: 2 },
    },
  ),
  ...pair(
    "roulettes_propose_update_item",
    { kind: "update", name: "roulettes_approve_update_item", answer: { item_id: id, updated } },
    {
      parameters: `
        item_id!: string
        name?: string
        description?: string
        track_stock?: boolean
        enabled_in_rewards?: boolean`,
      arguments: { item_id: "{item_id}" },
    },
  ),
  ...pair(
    "roulettes_propose_item_stock",
    { kind: "create", name: "roulettes_approve_item_stock", answer: { item_id: id, available_stock: integer } },
    {
      parameters: `
        item_id!: string
        add_units!: integer`,
      arguments: { item_id: "{item_id}", add_units: 2 },
    },
  ),
];

const spinsAndPrizes = [
  get(
    "roulettes_list_spins",
    `roulette_id!: string
     user_id: string = ""
     date_from: string = ""
     date_to: string = ""
     limit: integer = 100`,
    {
      items: [
        {
          spin_id: id,
          roulette_id: id,
          user_id: id,
          number: integer,
          result: oneOf("won", "lost"),
          gift,
          drawn_index: integer,
          created_at: timestamp,
        },
      ],
    },
    { roulette_id: "{roulette_id}" },
  ),
  list(
    "roulettes_list_prizes",
    `roulette_id: string = ""
     user_id: string = ""
     status: won | claimed | expired = ""
     date_from: string = ""
     date_to: string = ""
     limit: integer = 100`,
    {
      prize_id: id,
      spin_id: id,
      roulette_id: id,
      user_id: id,
      gift,
      status: oneOf("won", "claimed", "expired"),
      won_at: timestamp,
    },
  ),
  ...pair(
    "roulettes_propose_prize_claim",
    {
      kind: "update",
      name: "roulettes_approve_prize_claim",
      answer: { prize_id: id, status: oneOf("claimed"), claimed_at: timestamp, claimed_now: boolean },
    },
    { parameters: "prize_id!: string", arguments: { prize_id: "{prize_id}" } },
  ),
];

export const rouletteOperations: OperationsSpecification = {
  tools: [...updates, ...spinsAndPrizes],
  refusals: [
    {
      what: "a change of a gift that the roulette does not have",
      write: "roulettes_approve_update_roulette",
      wrong: { gift_changes: [{ index: 99, message: "x" }] },
      error: "invalid_argument",
    },
    {
      what: "taking more units of a gift than are left",
      write: "roulettes_approve_gift_units",
      wrong: { add_units: -1000 },
      error: "too_few_units",
    },
    {
      what: "taking more of an item than is in stock",
      write: "roulettes_approve_item_stock",
      wrong: { add_units: -1000 },
      error: "too_few_units",
    },
    {
      what: "a claim of a prize that is not there",
      write: "roulettes_approve_prize_claim",
      wrong: { prize_id: "x" },
      error: "prize_not_found",
    },
  ],
};
