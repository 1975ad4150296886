import { randomBytes } from "node:crypto";
import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import { eventually, startTestService, type TestService, type TestTenant } from "@tenant-ops/kit/testing";
import { SpinCompletedSchema } from "@tenant-ops/proto/roulettes";
import type { WebhooksService } from "@tenant-ops/proto/webhooks";
import type { config } from "../config.js";
import type { toDeliveryReply, toLogEntry } from "../deliveries/deliveries.noun.js";
import type { toEndpointReply } from "../endpoints/endpoints.noun.js";
import { webhooks } from "../webhooks.js";

export type WebhookService = TestService<typeof WebhooksService, typeof config>;
export type WebhooksTenant = TestTenant<typeof WebhooksService>;
export type LogEntry = ReturnType<typeof toLogEntry>;
export type DeliveryReply = ReturnType<typeof toDeliveryReply>;
export type EndpointReply = ReturnType<typeof toEndpointReply> & { secret: string };

export const testSettings = {
  WEBHOOK_SECRET_KEY: randomBytes(32).toString("base64url"),
  WEBHOOK_RETRY_SCHEDULE: "40ms,40ms,40ms,40ms",
  WEBHOOK_ALLOW_HTTP: "true",
  WEBHOOK_EGRESS_ALLOW: "127.0.0.1/32",
};

/** The service as `npm start` runs it, with receivers on 127.0.0.1 and pauses of milliseconds. */
export function startWebhooks(settings: Record<string, string> = {}): Promise<WebhookService> {
  // The broker also holds the events of other tests. Only those from now on matter here.
  const since = new Date(Date.now() - 1000).toISOString();
  return startTestService(webhooks, { ...testSettings, WEBHOOK_EVENTS_SINCE: since, ...settings });
}

export async function registerEndpoint(tenant: WebhooksTenant, given: Record<string, unknown>): Promise<EndpointReply> {
  const { status, body } = await post<EndpointReply>(tenant, "/endpoints", given);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

export async function post<T>(
  tenant: WebhooksTenant,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: T }> {
  const response = await tenant.http("POST", `/v1/public/webhooks${path}`, {
    ...(body !== undefined && { body }),
    headers,
  });
  return { status: response.status, body: (await response.json()) as T };
}

export async function get<T>(tenant: WebhooksTenant, path = ""): Promise<T> {
  const response = await tenant.http("GET", `/v1/public/webhooks${path}`);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

export const readLog = (tenant: WebhooksTenant): Promise<LogEntry[]> => get<LogEntry[]>(tenant);

/** Waits until the log holds `length` entries and none is pending. */
export function waitForFinalLog(tenant: WebhooksTenant, length: number): Promise<LogEntry[]> {
  return eventually(async () => {
    const log = await readLog(tenant);
    if (log.length < length || log.some(({ status }) => status === "pending"))
      throw new Error(`not final: ${JSON.stringify(log)}`);
    return log;
  });
}

/** Waits until an attempt of the delivery has ended. */
export function waitForAttempt(tenant: WebhooksTenant, traceId: string): Promise<DeliveryReply> {
  return eventually(async () => {
    const delivery = await get<DeliveryReply>(tenant, `/deliveries/${traceId}`);
    if (delivery.attempts.length === 0) throw new Error("no attempt yet");
    return delivery;
  });
}

/** Publishes an event of the tenant as its area does: through an outbox and JetStream. */
export function publishEvent<Schema extends DescMessage>(
  service: WebhookService,
  tenant: WebhooksTenant,
  schema: Schema,
  event: MessageInitShape<Schema>,
): Promise<void> {
  return service.running.context.db.transaction(tenant.call(), (scope) => scope.publish(schema, event));
}

export function publishSpin(service: WebhookService, tenant: WebhooksTenant, spinId = "spn_1"): Promise<void> {
  return publishEvent(service, tenant, SpinCompletedSchema, {
    spinId,
    rouletteId: "rou_1",
    userId: "user-1",
    result: "won",
    giftIndex: 0,
    typeOfGift: "Points",
    prizeId: "prz_1",
  });
}

export const lostSpin = {
  spinId: "spn_1",
  rouletteId: "rou_1",
  userId: "u",
  result: "lost",
  giftIndex: 0,
  typeOfGift: "Perder",
};

/** Many spins in one transaction. */
export function publishSpins(service: WebhookService, tenant: WebhooksTenant, count: number): Promise<void> {
  return service.running.context.db.transaction(tenant.call(), async (scope) => {
    for (let index = 0; index < count; index += 1)
      await scope.publish(SpinCompletedSchema, { ...lostSpin, spinId: `spn_${index}` });
  });
}
