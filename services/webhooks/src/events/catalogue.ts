import { type DescMessage, type JsonObject, toJson } from "@bufbuild/protobuf";
import type { ReceivedEvent } from "@tenant-ops/kit/events";
import { FlowRegistrationCompletedSchema } from "@tenant-ops/proto/flows";
import { CertificateIssuedSchema, CoursePublishedSchema, SessionStatusChangedSchema } from "@tenant-ops/proto/learning";
import {
  PrizeClaimedSchema,
  PrizeExpiredSchema,
  PrizeWonSchema,
  SpinCompletedSchema,
} from "@tenant-ops/proto/roulettes";
import { StockLowSchema, WithdrawalApprovedSchema } from "@tenant-ops/proto/supply";
import { z } from "zod";

const id = z.string().min(1);
const moment = z.string().min(1).describe("ISO 8601 in UTC");
const status = z.enum(["in_progress", "exam", "completed", "certified", "failed"]);

export interface EventType {
  type: string;
  description: string;
  /** What `data` holds. A field that is not named here never leaves the house, whatever the internal message carries. */
  data: z.ZodObject;
  /** The internal message behind it; absent for what this service says itself. */
  message?: DescMessage;
}

/** Everything a tenant can be told. Additive for ever: a breaking change is a new type. */
export const catalogue: readonly EventType[] = [
  {
    type: "spin.completed",
    description: "A spin ended, won or lost.",
    message: SpinCompletedSchema,
    data: z.object({
      spinId: id,
      rouletteId: id,
      userId: z.string(),
      result: z.enum(["won", "lost"]),
      giftIndex: z.int().min(0),
      typeOfGift: z.string(),
      prizeId: z.string().optional().describe("Absent when lost"),
    }),
  },
  {
    type: "prize.won",
    description: "A spin won a prize.",
    message: PrizeWonSchema,
    data: z.object({
      prizeId: id,
      spinId: id,
      rouletteId: id,
      userId: z.string(),
      giftIndex: z.int().min(0),
      typeOfGift: z.string(),
      itemId: z.string().optional().describe("Physical prizes only"),
      expiresAt: moment.optional().describe("ISO 8601 in UTC; absent when it does not expire"),
    }),
  },
  {
    type: "prize.claimed",
    description: "A prize was handed over.",
    message: PrizeClaimedSchema,
    data: z.object({ prizeId: id, rouletteId: id, userId: z.string(), claimedAt: moment }),
  },
  {
    type: "prize.expired",
    description: "A prize was not claimed in time.",
    message: PrizeExpiredSchema,
    data: z.object({ prizeId: id, rouletteId: id, userId: z.string(), expiredAt: moment }),
  },
  {
    type: "withdrawal.created",
    description: "A withdrawal was approved; the center's stock is reduced.",
    message: WithdrawalApprovedSchema,
    data: z.object({
      withdrawalId: id,
      stockId: id,
      serviceCenterId: id,
      workerId: z.string(),
      withdrawalType: z.string(),
      quantity: z.int(),
      stockBefore: z.int(),
      stockAfter: z.int(),
    }),
  },
  {
    type: "stock.low",
    description: "A product at a center crossed below its alert. Once per crossing.",
    message: StockLowSchema,
    data: z.object({
      centerStockId: id,
      stockId: id,
      serviceCenterId: id,
      currentStock: z.int(),
      minStockAlert: z.int(),
      criticality: z.string().optional(),
      reason: z.string().optional().describe("What took the units: withdrawal, transfer or count"),
    }),
  },
  {
    type: "course.published",
    description: "A course became accessible to students.",
    message: CoursePublishedSchema,
    data: z.object({ courseId: id, slug: z.string(), publishedAt: moment }),
  },
  {
    type: "session.status_changed",
    description: "A learner's course session moved to another status.",
    message: SessionStatusChangedSchema,
    data: z.object({
      sessionId: id,
      courseId: id,
      userId: z.string(),
      previousStatus: z
        .union([status, z.literal("")])
        .optional()
        .describe("Absent or empty when the session is new"),
      status,
      score: z.number().optional().describe("Best exam score so far; absent before the first attempt"),
    }),
  },
  {
    type: "certificate.issued",
    description: "A session was certified.",
    message: CertificateIssuedSchema,
    data: z.object({
      certificateId: id,
      sessionId: id,
      courseId: id,
      userId: z.string(),
      score: z.number().optional().describe("Absent for courses without an exam"),
      issuedAt: moment,
    }),
  },
  {
    type: "flow.registration.completed",
    description: "A visitor's registration was stored.",
    message: FlowRegistrationCompletedSchema,
    data: z.object({
      registrationId: id,
      flowId: id,
      slug: z.string(),
      redirectType: z.string(),
      redirectTargetId: z.string().optional().describe("Absent for url"),
      campaign: z.string().optional().describe("UTM campaign of the flow; absent without one"),
    }),
  },
  {
    type: "webhook.ping",
    description: "A test that was asked for. Sent to that endpoint only.",
    data: z.object({ endpointId: id }),
  },
  {
    type: "webhook.endpoint.failing",
    description: "Another endpoint of the business fails and will be disabled if it goes on. Sent to all others.",
    data: z.object({ endpointId: id, failures: z.int(), failingSince: moment }),
  },
  {
    type: "webhook.endpoint.disabled",
    description: "Another endpoint of the business was disabled by us. Sent to all others.",
    data: z.object({ endpointId: id, reason: z.enum(["gone", "failing"]) }),
  },
];

/** What an endpoint gets when it does not say what it wants. */
export const standardEvents = ["spin.completed"];
/** Types that an endpoint can ask for; "*" is all of them, also those that come later. */
export const subscribable = catalogue.map(({ type }) => type).filter((type) => !type.startsWith("webhook."));

export const envelopeVersion = 1;
const bodyBytesMax = 64 * 1024;

const byMessage = new Map(
  catalogue.flatMap((entry) => (entry.message ? [[entry.message.typeName, entry] as const] : [])),
);
const byType = new Map(catalogue.map((entry) => [entry.type, entry]));

export interface VisibleEvent {
  type: string;
  data: JsonObject;
}

/**
 * What the tenant sees of an internal event; undefined when it is none of theirs.
 * @throws Error when the message does not hold what the catalogue promises; the event is parked then
 */
export function toVisible(event: ReceivedEvent): VisibleEvent | undefined {
  const entry = byMessage.get(event.envelope.type);
  const message = entry?.message && event.as(entry.message);
  if (!entry?.message || !message) return undefined;
  return { type: entry.type, data: entry.data.parse(toJson(entry.message, message)) as JsonObject };
}

export interface Envelope extends VisibleEvent {
  id: string;
  businessId: string;
  timestamp: string;
}

/** The bytes that every attempt sends. They are made once and kept: a second rendering might differ. */
export function toBody(envelope: Envelope): Buffer {
  const entry = byType.get(envelope.type);
  if (!entry) throw new Error(`${envelope.type} is not in the catalogue`);
  const { id, type, timestamp, businessId } = envelope;
  const data = entry.data.parse(envelope.data);
  const body = Buffer.from(JSON.stringify({ id, type, timestamp, businessId, version: envelopeVersion, data }));
  if (body.length > bodyBytesMax) throw new Error(`a ${type} of ${body.length} bytes is over the limit`);
  return body;
}

/** The catalogue as receivers read it. */
export function describeCatalogue() {
  return catalogue.map(({ type, description, data }) => ({
    type,
    description,
    subscribable: subscribable.includes(type),
    schema: z.toJSONSchema(
      z.object({
        id: z.string().describe("The same as the header webhook-id; a repeat has the same"),
        type: z.literal(type),
        timestamp: moment,
        businessId: z.string(),
        version: z.literal(envelopeVersion),
        data,
      }),
      { io: "input" },
    ),
  }));
}
