export type DeliveryStatus = (typeof deliveryStatuses)[number];

const deliveryStatuses = ["pending", "delivered", "failed"] as const;

export function isDeliveryStatus(text: string): text is DeliveryStatus {
  return deliveryStatuses.some((status) => status === text);
}

/** What caused a delivery. */
export type Trigger = "event" | "manual" | "recover" | "ping" | "notice";

/** One event for one endpoint. */
export interface Delivery {
  /** The `traceId`. */
  _id: string;
  endpointId: string;
  /** The receiver's `webhook-id`. */
  eventId: string;
  event: string;
  status: DeliveryStatus;
  /** Attempts with a known outcome. */
  attempt: number;
  /** Attempts that started since the last known outcome. */
  starts: number;
  /** The lane token of the worker that started the latest attempt. A failure counts only from this worker. */
  startedBy?: string;
  dueAt: Date;
  attempts: AttemptRecord[];
  trigger: Trigger;
  redeliveryOf?: string;
  /** "" for the first delivery of an event: the unique index then makes a second one impossible. */
  nonce: string;
  /** Why it failed without an attempt. */
  reason?: string;
  createdAt: Date;
  finishedAt?: Date;
  /** Set while it has ended and is not in the counters per day yet. */
  uncounted?: true;
  /** Set with the final status, so a pending delivery never expires. */
  expireAt?: Date;
}

export type DeliveryInput = Pick<Delivery, "endpointId" | "eventId" | "event" | "trigger"> &
  Partial<Pick<Delivery, "redeliveryOf" | "nonce">>;

/** One attempt as the delivery stores it. */
export interface AttemptRecord {
  n: number;
  at: Date;
  ms: number;
  code?: number;
  error?: string;
}

/** The state of a delivery after an attempt. */
export interface AttemptDecision {
  status: DeliveryStatus;
  /** When the next attempt is due; only while pending. */
  dueAt?: Date;
}

export interface AttemptOutcome {
  businessId: string;
  delivery: Delivery;
  /** The lane token of the worker. */
  token: string;
  attempt: AttemptRecord;
  decision: AttemptDecision;
}
