import { defineNoun } from "@tenant-ops/kit/process";
import { renderRemedyTable } from "@tenant-ops/kit/rpc";
import { fieldTable } from "@tenant-ops/proto/field-docs";
import {
  CenterSchema,
  CenterStockSchema,
  GeoSchema,
  OpeningHoursSchema,
  ScheduleSchema,
  ServiceCenterRequestSchema,
  ServiceCenterStockRequestSchema,
  StockRequestSchema,
  StockSchema,
  WithdrawalRequestSchema,
  WithdrawalSchema,
} from "@tenant-ops/proto/supply";
import { standardTypes } from "./withdrawals/withdrawals.rules.js";
import { findCustomTypes } from "./withdrawals/withdrawals.store.js";

/** Texts that agents read before they fill in arguments. The field tables are generated from the contract. */
export const resources = defineNoun({
  resources: ({ scope }) => [
    {
      uri: "service://supply/schema/stock",
      name: "supply_stock_schema",
      title: "Stock and center stock fields",
      description:
        "Fields of products and of what each center holds, and how the two numbers differ. Read before creating either.",
      text: () => stockText,
    },
    {
      uri: "service://supply/schema/withdrawals",
      name: "supply_withdrawal_schema",
      title: "Withdrawal types and rules",
      description:
        "The withdrawal types of this business, the order of calls, and what each refusal means. Read before proposing a withdrawal.",
      text: async (call) => withdrawalText(await findCustomTypes(scope(call))),
    },
    {
      uri: "service://supply/schema/centers",
      name: "supply_service_center_schema",
      title: "Center fields and scheduling",
      description: "Fields of distribution centers, coordinates and appointments. Read before creating a center.",
      text: () => centerText,
    },
  ],
});

const stockText = `# Stock

A **stock** is a product of the global catalogue. A **center stock** is what one center holds of one product; there is at
most one per product and center.

- \`totalStock\` is what the business owns in all, as it was written down. A withdrawal does not change it.
- \`currentStock\` is what is at the center now. Withdrawals, receivings, transfers and counts change it, each with a row in
  a ledger that is never altered: the rows of a center stock add up to its \`currentStock\`.
- **Low** means \`currentStock\` < \`minStockAlert\` of the center stock (units). supply_get_low_stock_alerts lists them:
  \`high\` criticality first, then the smallest \`currentStock\` / \`minStockAlert\`.

## Stock (supply_list_stocks)
${fieldTable(StockSchema)}

## Creating a stock (supply_propose_stock, then supply_create_stock)
${fieldTable(StockRequestSchema)}

## Center stock (supply_list_service_center_stocks)
${fieldTable(CenterStockSchema)}

## Creating a center stock (supply_propose_service_center_stock, then supply_create_service_center_stock)
${fieldTable(ServiceCenterStockRequestSchema)}

## Stock that goes up, moves or is counted
Tools of the toolset \`operations\`, which a person turns on (\`?toolsets=operations\`): supply_propose_receive_stock,
supply_propose_transfer_stock, supply_propose_count_stock, supply_list_movements.
REST, for back ends: \`POST /v1/public/supply/center-stocks/{id}/receive\`, \`POST /v1/public/supply/transfers\`,
\`POST /v1/public/supply/center-stocks/{id}/count\`, \`GET /v1/public/supply/center-stocks/{id}/movements\`.

## When it says no
${renderRemedyTable(["stock_not_found", "center_not_found", "center_stock_not_found", "center_stock_exists", "stock_limit_exceeded", "quota_exceeded"])}
`;

function withdrawalText(own: readonly string[]): string {
  const types = [
    ...standardTypes.map((name) => `| \`${name}\` | standard |`),
    ...own.map((name) => `| \`${name}\` | this business |`),
  ];
  return `# Withdrawals

A withdrawal hands units of one product out of one center to a worker. It takes them from the center's \`currentStock\`,
records the delivery, and cannot be undone.

## Withdrawal types
| \`withdrawal_type\` | Defined by |
| --- | --- |
${types.join("\n")}

Without one, it is \`insumos\`. A business adds its own with \`PUT /v1/public/supply/withdrawal-types\`.

## Order of calls
1. supply_list_service_centers, supply_list_stocks, supply_list_service_center_stocks: the ids, and what is there.
2. supply_propose_withdrawal: checks that center and product are the business's and that the center holds enough. It reserves
   nothing.
3. Show the preview with its warnings to the user and wait for an explicit yes.
4. supply_approve_withdrawal with the same arguments and \`proposal_token\`. Sent twice with the same token it acts once.

## Arguments
${fieldTable(WithdrawalRequestSchema)}

## A withdrawal in supply_get_withdrawal_history
${fieldTable(WithdrawalSchema)}

## When it says no
${renderRemedyTable(["center_not_found", "stock_not_found", "insufficient_stock", "unknown_withdrawal_type", "invalid_argument"])}
`;
}

const centerText = `# Centers

A center is a place that keeps and hands out products: \`physical\`, where people go, or \`online\`.

## Center (supply_list_service_centers)
${fieldTable(CenterSchema)}

### \`geo\`
Latitude and longitude in degrees. Absent when nobody gave them: \`lat\` and \`long\` both 0 mean "no coordinates", and then no
map link is made.

${fieldTable(GeoSchema)}

### \`schedule\`
How long an appointment is, in minutes, for active members and for others. \`timezone\` is the business's. \`weekly\` is empty
until opening hours are set up in the console.

${fieldTable(ScheduleSchema)}

Each entry of \`weekly\`:

${fieldTable(OpeningHoursSchema)}

## Creating a center (supply_propose_service_center, then supply_create_service_center)
${fieldTable(ServiceCenterRequestSchema)}

## When it says no
${renderRemedyTable(["center_not_found", "quota_exceeded", "invalid_argument"])}
`;
