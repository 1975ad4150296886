import { get, list } from "../builders.js";
import { id, integer, oneOf, text, timestamp } from "../shapes.js";
import type { OperationsSpecification } from "../types.js";

const delivery = {
  traceId: id,
  webhookId: id,
  event: text,
  status: oneOf("pending", "delivered", "failed"),
  deliveryAttempt: integer,
  endpointId: id,
  createdAt: timestamp,
};

export const webhooksOperations: OperationsSpecification = {
  tools: [
    list("webhooks_list_endpoints", "limit: integer = 100", {
      endpointId: id,
      url: text,
      description: text,
      events: [text],
      status: oneOf("enabled", "disabled"),
      failures: integer,
      createdAt: timestamp,
    }),
    list(
      "webhooks_list_deliveries",
      `status: pending | delivered | failed = ""
       event: string = ""
       endpoint_id: string = ""
       date_from: string = ""
       date_to: string = ""
       limit: integer = 50`,
      delivery,
    ),
    get(
      "webhooks_get_delivery",
      "trace_id!: string",
      {
        ...delivery,
        trigger: oneOf("event", "manual", "recover", "ping", "notice"),
        attempts: [{ attempt: integer, at: timestamp, ms: integer }],
      },
      { trace_id: "{trace_id}" },
    ),
  ],
  refusals: [],
};
