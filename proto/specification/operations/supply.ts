import { get } from "../builders.js";
import { id, integer, oneOf, timestamp } from "../shapes.js";
import type { OperationsSpecification } from "../types.js";

const reason = oneOf("initial", "withdrawal", "receiving", "transfer", "count");

export const supplyOperations: OperationsSpecification = {
  tools: [
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
  ],
  refusals: [],
};
