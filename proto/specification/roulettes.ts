import { get, list, pair, resource, toLines } from "./builders.js";
import { boolean, id, integer, number, oneOf, text, timestamp } from "./shapes.js";
import type { AreaSpecification } from "./types.js";

const created = { _id: id, name: text, status: oneOf("created") };
const rouletteType = { id: integer, name: text };

const gift = {
  value: text,
  message: text,
  probability: number,
  typeOfGift: { name: oneOf("Fisico", "Porcentaje", "Perder", "Points"), _id: id },
};

const tools = [
  list("roulettes_list_roulette_items", "", {
    _id: id,
    name: text,
    available_stock: integer,
    enabled_in_rewards: boolean,
  }),
  get(
    "roulettes_get_roulette",
    "roulette_id!: string",
    {
      _id: id,
      name: text,
      gifts: [gift],
      typeOfRoulette: rouletteType,
      time_to_win: integer,
      time_to_lose: integer,
      text_to_win: text,
      text_to_lose: text,
      terms_and_conditions: text,
      time_unit: oneOf("hours", "days"),
      time_to_expire: integer,
      max_wins: integer,
      isActive: boolean,
      totalSpins: integer,
      createdAt: timestamp,
    },
    { roulette_id: "{roulette_id}" },
  ),
  list("roulettes_list_roulettes", "", {
    _id: id,
    name: text,
    isActive: boolean,
    typeOfRoulette: rouletteType,
    totalSpins: integer,
    createdAt: timestamp,
  }),
  ...pair(
    "roulettes_propose_item",
    { kind: "create", name: "roulettes_create_item", answer: created },
    {
      parameters: `
        name!: string
        available_stock!: integer
        description: string = ""
        currency: string = "MXN"
        track_stock: boolean = true
        enabled_in_rewards: boolean = true`,
      arguments: { name: "Termo", available_stock: 5 },
      shows: { description: "", currency: "MXN", track_stock: true, enabled_in_rewards: true, country: "MX" },
    },
  ),
  ...pair(
    "roulettes_propose_roulette",
    { kind: "create", name: "roulettes_create_roulette", answer: created },
    {
      parameters: `
        name!: string
        gifts!: array of objects
        time_to_win!: integer
        time_to_lose!: integer
        text_to_win!: string
        text_to_lose!: string
        terms_and_conditions!: string
        roulette_type_id!: integer
        roulette_type_name!: string
        is_active: boolean = false
        time_unit: hours | days = "hours"
        time_to_expire: integer = 24
        max_wins: integer = 1`,
      objects: {
        gifts: toLines(`
          value!: string
          message!: string
          probability!: number
          typeOfGift!: object
          emoji?: string
          quantity?: integer
          item_id?: string
          guaranteedForFirstTimers?: boolean
          winInterval?: integer
          fallback?: string`),
      },
      arguments: {
        name: "Rueda",
        gifts: [
          {
            value: "Nada",
            message: "Otra vez",
            probability: 1,
            typeOfGift: { name: "Perder", _id: "{gift_type_perder}" },
          },
        ],
        time_to_win: 5,
        time_to_lose: 3,
        text_to_win: "Ganaste",
        text_to_lose: "Otra vez",
        terms_and_conditions: "Ninguna",
        roulette_type_id: 1,
        roulette_type_name: "standard",
      },
      shows: { isActive: false, time_unit: "hours", time_to_expire: 24, max_wins: 1, country: "MX" },
    },
  ),
];

const wrongGift = (name: string, _id: string) => ({
  value: name,
  message: name,
  probability: 1,
  typeOfGift: { name, _id },
});

export const roulettes: AreaSpecification = {
  tools,
  refusals: [
    {
      what: "a roulette without a lose gift",
      write: "roulettes_create_roulette",
      wrong: { gifts: [wrongGift("Points", "{gift_type_points}")] },
      error: "lose_gift_required",
    },
    {
      what: "a gift type that was invented",
      write: "roulettes_create_roulette",
      wrong: { gifts: [wrongGift("Perder", "65f0c0ffee")] },
      error: "unknown_gift_type",
    },
    {
      what: "an item's id in the place of the type's",
      write: "roulettes_create_roulette",
      wrong: { gifts: [wrongGift("Perder", "{item_id}")] },
      error: "unknown_gift_type",
    },
    {
      what: "a physical gift without a quantity",
      write: "roulettes_create_roulette",
      wrong: { gifts: [wrongGift("Perder", "{gift_type_perder}"), wrongGift("Fisico", "{gift_type_fisico}")] },
      error: "gift_quantity_required",
    },
  ],
  resources: [
    resource(
      "service://roulettes/schema/gifts",
      "roulettes_gift_types",
      `Fisico Porcentaje Perder Points typeOfGift _id roulette_type_id roulette_type_name standard premium
       value message probability emoji quantity item_id guaranteedForFirstTimers winInterval fallback`,
    ),
    resource(
      "service://roulettes/schema/fields",
      "roulettes_field_reference",
      `gifts typeOfRoulette time_unit time_to_expire max_wins isActive totalSpins createdAt
       available_stock enabled_in_rewards description currency track_stock country`,
    ),
  ],
};
