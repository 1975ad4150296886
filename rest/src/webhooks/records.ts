import { webhookEvents } from "@tenant-ops/proto/events";
import * as z from "zod";
import { dateTime, line } from "../fields.js";

export const webhooksPath = "/v1/public/webhooks";
export const endpointsPath = `${webhooksPath}/endpoints`;

/** The types that an endpoint can subscribe to. The service sends the others, such as `webhook.ping`, without a subscription. */
const subscribable = webhookEvents.map(({ type }) => type).filter((type) => !type.startsWith("webhook."));

const limits = {
  maxAttempts: z.int().min(1).max(10),
  maxConcurrency: z.int().min(1).max(20),
  ratePerSecond: z.number().min(0.1).max(100),
};

/** Fields of the body of POST and PATCH, and of the record. */
export const endpointFields = {
  url: z.string().min(1).describe("Where events are sent: https, on the public internet."),
  description: line(200),
  events: z
    .array(z.enum(["*", ...subscribable], { error: `must be "*" or one of ${subscribable.join(", ")}` }))
    .min(1)
    .max(50)
    .transform((names) => [...new Set<string>(names)])
    .describe("Types of events; `*` stands for all of them, including later ones."),
  maxAttempts: limits.maxAttempts.describe("Attempts per delivery, when they should be fewer than the schedule has."),
  maxConcurrency: limits.maxConcurrency.describe("Requests to this endpoint that may be under way at the same time."),
  ratePerSecond: limits.ratePerSecond.describe("Requests per second at most."),
};

export const endpointStatus = z.enum(["enabled", "disabled"]);

const endpointShape = {
  _id: z.string(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  status: endpointStatus,
  disabledReason: z
    .enum(["tenant", "gone", "failing"])
    .optional()
    .describe("`tenant`: by the business; `gone`: the receiver answered 410; `failing`: it failed for too long."),
  disabledAt: dateTime.optional(),
  maxAttempts: limits.maxAttempts.optional(),
  maxConcurrency: limits.maxConcurrency.optional(),
  ratePerSecond: limits.ratePerSecond.optional(),
  secrets: z
    .array(
      z.strictObject({
        kid: z.string().describe("Names the secret."),
        createdAt: dateTime,
        expiresAt: dateTime.optional().describe("After a rotation: the end of the overlap."),
      }),
    )
    .describe("The secrets that sign now, newest first, without the secrets themselves."),
  stats: z.strictObject({
    failures: z.int().describe("Failed attempts since the last success."),
    failingSince: dateTime.optional(),
    lastSuccessAt: dateTime.optional(),
    lastFailureAt: dateTime.optional(),
  }),
  version: z.int().describe("Grows with every change."),
  createdAt: dateTime,
  updatedAt: dateTime,
};

export const endpoint = z.strictObject(endpointShape).meta({ id: "WebhookEndpoint" });

export const endpointWithSecret = z
  .strictObject({
    ...endpointShape,
    secret: z
      .string()
      .describe("`whsec_…`: verifies the signatures. Shown here and never again; store it like a password."),
  })
  .meta({ id: "WebhookEndpointWithSecret" });

export const deliveryStatus = z.enum(["pending", "delivered", "failed"]);

const deliveryShape = {
  webhookId: z.string().describe("The event; the same when it is sent again."),
  event: z.string().describe("Its type."),
  status: deliveryStatus.describe(
    "`delivered`: answered 2xx. `pending`: waits for its next attempt. `failed`: no attempt is left.",
  ),
  deliveryAttempt: z.int().describe("Attempts so far."),
  traceId: z.string().describe("This delivery; quote it in support requests."),
  createdAt: dateTime,
  endpointId: z.string(),
};

export const logEntry = z.strictObject(deliveryShape).meta({ id: "WebhookLogEntry" });

export const delivery = z
  .strictObject({
    ...deliveryShape,
    trigger: z.enum(["event", "manual", "recover", "ping", "notice"]).describe("What caused it."),
    redeliveryOf: z.string().optional().describe("`traceId` of the delivery that this one repeats."),
    nextAttemptAt: dateTime.optional().describe("While it is pending."),
    finishedAt: dateTime.optional(),
    reason: z
      .string()
      .optional()
      .describe("Why it failed without an attempt: `endpoint_deleted`, `event_expired` or `interrupted`."),
    attempts: z
      .array(
        z.strictObject({
          attempt: z.int().describe("1 is the first."),
          at: dateTime,
          ms: z.number().describe("How long it took, in milliseconds."),
          code: z.int().optional().describe("Status code of the receiver; absent without an answer."),
          error: z
            .string()
            .optional()
            .describe("`timeout`, `dns`, `connect`, `reset`, `tls`, `bad_answer` or `egress_refused`."),
        }),
      )
      .describe("The last twelve attempts, the first one first."),
  })
  .meta({ id: "WebhookDelivery" });

export const recoveryStatus = z.enum(["running", "done"]);

export const recovery = z
  .strictObject({
    _id: z.string(),
    endpointId: z.string(),
    since: dateTime,
    until: dateTime,
    status: recoveryStatus,
    recovered: z.int().describe("Failed deliveries that it has handled so far."),
    createdAt: dateTime,
  })
  .meta({ id: "WebhookRecovery" });
