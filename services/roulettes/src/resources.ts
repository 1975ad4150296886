import { defineNoun } from "@tenant-ops/kit/process";
import { renderRemedyTable } from "@tenant-ops/kit/rpc";
import type { VerbContext } from "@tenant-ops/kit/verbs";
import { fieldTable } from "@tenant-ops/proto/field-docs";
import {
  GetRouletteResponseSchema,
  GiftChangeSchema,
  GiftSchema,
  ItemRequestSchema,
  RouletteGiftSchema,
  RouletteItemSchema,
  RouletteRequestSchema,
  UpdateRouletteRequestSchema,
} from "@tenant-ops/proto/roulettes";
import { type Catalogue, giftsResource } from "./gifts/gift-types.rules.js";
import { findCatalogue } from "./gifts/gift-types.store.js";

/** What agents read before they fill in arguments. Field tables come from the contract, catalogues from the database. */
export const resources = defineNoun({
  resources: ({ db }: VerbContext) => [
    {
      uri: giftsResource,
      name: "roulettes_gift_types",
      title: "Gift types and roulette types",
      description:
        "The official ids of gift types and the roulette types, the rules of gifts, and an example. Read before proposing a roulette.",
      text: async () => giftsText(await findCatalogue(db)),
    },
    {
      uri: "service://roulettes/schema/fields",
      name: "roulettes_field_reference",
      title: "Roulette and item fields",
      description:
        "Fields of roulettes, gifts and items, and how a spin is decided. Read to explain what a roulette does.",
      text: () => fieldsText,
    },
  ],
});

function giftsText({ giftTypes, rouletteTypes }: Catalogue): string {
  const giftRows = giftTypes.map(({ _id, name, meaning }) => `| \`${name}\` | \`${_id}\` | ${meaning} |`);
  const rouletteRows = rouletteTypes.map(
    ({ id, name, supportsExpiry, meaning }) =>
      `| ${id} | \`${name}\` | ${supportsExpiry ? "yes" : "no"} | ${meaning} |`,
  );
  return `# Gift types and roulette types

These ids are official and the same for every business. Copy them from here; an id that is not in these tables, or a name
beside another one's id, is refused.

## Gift types: \`typeOfGift\` is \`{"name", "_id"}\` of one row
| \`name\` | \`_id\` | Meaning |
| --- | --- | --- |
${giftRows.join("\n")}

## Roulette types: \`roulette_type_id\` and \`roulette_type_name\` of one row
| \`roulette_type_id\` | \`roulette_type_name\` | Supports expiry | Meaning |
| --- | --- | --- | --- |
${rouletteRows.join("\n")}

## A gift
${fieldTable(GiftSchema)}

## Rules of gifts
- At least one gift is a \`Perder\`.
- \`probability\` is a relative weight, 0 or more, at least one above 0. The chance in percent is
  \`probability\` / (sum of all \`probability\`) × 100 while all gifts are available. The weights need not add up to 100.
- A \`Fisico\` gift has \`quantity\` of at least 1. It may have an \`item_id\` (roulettes_list_roulette_items); no other type may.
  The item has \`available_stock\` above 0 and \`enabled_in_rewards\` true. \`item_id\` never goes into \`typeOfGift._id\`.
- \`fallback\` is the \`value\` of exactly one other gift; the chain of fallbacks has an end.
- \`guaranteedForFirstTimers\`: a user's first spin of the roulette is drawn among these gifts only, by their weights (evenly if
  all are 0), as long as one of them is available.
- \`winInterval\` N: at least N spins of the roulette lie between two wins of the gift.

## Example
\`\`\`json
${JSON.stringify(exampleGifts(giftTypes), undefined, 2)}
\`\`\`

## Order of calls
1. Read this. 2. roulettes_list_roulette_items for physical prizes (roulettes_propose_item and roulettes_create_item make one).
3. roulettes_propose_roulette. 4. Show the preview with the chances and every warning; wait for an explicit yes.
5. roulettes_create_roulette with the same arguments and \`proposal_token\`. It is inactive unless \`is_active\` is true. When the
user asks for it, it is activated with roulettes_propose_update_roulette (toolset \`operations\`), or by a back end with
\`PATCH /v1/public/roulettes/{id}\`.

## When it says no
${renderRemedyTable([
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
  "invalid_argument",
])}
`;
}

function exampleGifts(giftTypes: Catalogue["giftTypes"]) {
  const toGiftType = (name: string) => ({ name, _id: giftTypes.find((type) => type.name === name)?._id });
  return [
    {
      value: "Termo",
      message: "Ganaste un termo",
      probability: 5,
      typeOfGift: toGiftType("Fisico"),
      quantity: 20,
      item_id: "itm_… from roulettes_list_roulette_items",
      fallback: "10 %",
    },
    { value: "10 %", message: "Ganaste 10 % de descuento", probability: 25, typeOfGift: toGiftType("Porcentaje") },
    { value: "Sigue intentando", message: "Esta vez no", probability: 70, typeOfGift: toGiftType("Perder") },
  ];
}

const fieldsText = `# Roulettes and items

A **roulette** is a wheel of gifts that a user spins. A **roulette item** is a physical prize with a stock of its own; several
gifts may give the same item away.

## Item (roulettes_list_roulette_items)
${fieldTable(RouletteItemSchema)}

## Creating an item (roulettes_propose_item, then roulettes_create_item)
${fieldTable(ItemRequestSchema)}

## Roulette (roulettes_get_roulette)
${fieldTable(GetRouletteResponseSchema)}

### Each entry of \`gifts\`
\`chancePercent\` is the chance at the next spin in percent, two decimals: \`probability\` / (sum of all \`probability\`) × 100 while all gifts
are available. A gift that is not available has 0, and the gift that replaces it has its share (step 4 of a spin).
\`firstSpinChancePercent\` is the same at a user's first spin, as the public page shows it.

${fieldTable(RouletteGiftSchema)}

## Creating a roulette (roulettes_propose_roulette, then roulettes_create_roulette)
${fieldTable(RouletteRequestSchema)}

## Changing a roulette (toolset \`operations\`: roulettes_propose_update_roulette, then roulettes_approve_update_roulette)
Only what is present changes, from the next spin on; spins and prizes keep the gift as it was drawn. Gifts keep their place and
type: none is added, moved or removed.

${fieldTable(UpdateRouletteRequestSchema)}

### Each entry of \`gift_changes\`
${fieldTable(GiftChangeSchema)}

Units left are changed by a difference, so that units which are won meanwhile are never given twice: of a gift with
roulettes_propose_gift_units, of an item with roulettes_propose_item_stock. A negative number takes units away.

## A spin
\`POST /v1/public/roulettes/{id}/spins\` with an \`Idempotency-Key\` and \`{"userId"}\`, from a back end. In this order:
1. The roulette is active, else \`roulette_inactive\`.
2. The user has won fewer than \`max_wins\` prizes of it, else \`max_wins_reached\`; nothing is drawn.
3. One draw over the weights of all gifts. On a user's first spin: among the available \`guaranteedForFirstTimers\` gifts, if any.
4. A drawn gift that is not available gives way to its \`fallback\`, that one to its own, and at the end to the first \`Perder\`.
   Not available means: \`quantity\` used up, the item without stock or not enabled, or \`winInterval\` not over. The chances of the
   other gifts do not change.
5. A win takes one unit of \`quantity\` and, with \`track_stock\`, one of the item's \`available_stock\`.
\`totalSpins\` counts completed spins, won or lost.

## A prize
roulettes_list_prizes and roulettes_list_spins (toolset \`operations\`) list what was won and spun.
\`won\` → \`claimed\` (roulettes_propose_prize_claim of the same toolset, or \`POST /v1/public/prizes/{id}/claim\`) or → \`expired\` after \`time_to_expire\` × \`time_unit\`, if the roulette type
supports it. Both are final. An expired prize does not go back into the stock.

## When it says no
${renderRemedyTable([
  "roulette_not_found",
  "roulette_item_not_found",
  "prize_not_found",
  "roulette_inactive",
  "max_wins_reached",
  "prize_expired",
  "too_few_units",
  "unknown_currency",
  "idempotency_key_required",
])}
`;
