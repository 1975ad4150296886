import { get, pair } from "../builders.js";
import { id, integer, oneOf, text, timestamp } from "../shapes.js";
import type { OperationsSpecification } from "../types.js";

const reason = oneOf("initial", "withdrawal", "receiving", "transfer", "count");

const change = {
  _id: id,
  centerStockId: id,
  stockId: id,
  serviceCenterId: id,
  delta: integer,
  stockBefore: integer,
  stockAfter: integer,
};

const tools = [
  get(
    "supply_list_withdrawals",
    `service_center_id: string = ""
     stock_id: string = ""
     worker_id: string = ""
     withdrawal_type: string = ""
     date_from: string = ""
     date_to: string = ""
     limit: integer = 50`,
    {
      items: [
        {
          _id: id,
          stockId: id,
          serviceCenterId: id,
          workerId: text,
          email: text,
          quantity: integer,
          withdrawalType: text,
          createdAt: timestamp,
        },
      ],
    },
  ),
  get(
    "supply_list_movements",
    `center_stock_id!: string
     reason: initial | withdrawal | receiving | transfer | count = ""
     date_from: string = ""
     date_to: string = ""
     limit: integer = 50`,
    {
      items: [
        {
          _id: id,
          centerStockId: id,
          seq: integer,
          delta: integer,
          quantityAfter: integer,
          reason,
          ref: id,
          actor: id,
          at: timestamp,
        },
      ],
    },
    { center_stock_id: "{center_stock_id}" },
  ),
  ...pair(
    "supply_propose_receive_stock",
    { kind: "create", name: "supply_approve_receive_stock", answer: change },
    {
      parameters: `
        center_stock_id!: string
        quantity!: integer
        note: string = ""`,
      arguments: { center_stock_id: "{center_stock_id}", quantity: 5 },
      shows: { delta: 5, note: "" },
    },
  ),
  ...pair(
    "supply_propose_transfer_stock",
    {
      kind: "create",
      name: "supply_approve_transfer_stock",
      answer: { _id: id, stockId: id, quantity: integer, movements: [change] },
    },
    {
      parameters: `
        stock_id!: string
        from_center_id!: string
        to_center_id!: string
        quantity!: integer
        note: string = ""`,
      arguments: {
        stock_id: "{stock_id}",
        from_center_id: "{service_center_id}",
        to_center_id: "{other_center_id}",
        quantity: 2,
      },
      shows: { quantity: 2, note: "" },
    },
  ),
  ...pair(
    "supply_propose_count_stock",
    { kind: "update", name: "supply_approve_count_stock", answer: change },
    {
      parameters: `
        center_stock_id!: string
        counted!: integer
        note: string = ""`,
      arguments: { center_stock_id: "{center_stock_id}", counted: 50 },
      shows: { stockAfter: 50, note: "" },
    },
  ),
];

export const supplyOperations: OperationsSpecification = {
  tools,
  refusals: [
    {
      what: "a receiving at a center stock that is not there",
      write: "supply_approve_receive_stock",
      wrong: { center_stock_id: "x" },
      error: "center_stock_not_found",
    },
    {
      what: "a receiving of more than can be counted",
      write: "supply_approve_receive_stock",
      wrong: { quantity: 2_147_483_647 },
      error: "stock_limit_exceeded",
    },
    {
      what: "a transfer of more than the center holds",
      write: "supply_approve_transfer_stock",
      wrong: { quantity: 1_000_000 },
      error: "insufficient_stock",
    },
    {
      what: "a transfer from a center that does not keep the product",
      write: "supply_approve_transfer_stock",
      wrong: { stock_id: "{spare_stock_id}" },
      error: "insufficient_stock",
    },
    {
      what: "a transfer to the center that it comes from",
      write: "supply_approve_transfer_stock",
      wrong: { to_center_id: "{service_center_id}" },
      error: "invalid_argument",
    },
    {
      what: "a count of a center stock that is not there",
      write: "supply_approve_count_stock",
      wrong: { center_stock_id: "x" },
      error: "center_stock_not_found",
    },
  ],
};
