import type { DisabledReason, Endpoint, EndpointSecret, EndpointStats } from "./endpoints.store.js";

const dayMs = 24 * 3600 * 1000;
const warnAfterMs = dayMs;
const warnFailures = 10;
const disableAfterMs = 5 * dayMs;
const disableFailures = 20;
const acceptWhileDisabledMs = 30 * dayMs;

/** Whether an event of this type is for this endpoint. A disabled one collects for a month what it gets when it is enabled. */
export function subscribes(
  endpoint: Pick<Endpoint, "events" | "status" | "disabledAt">,
  type: string,
  now: Date,
): boolean {
  if (
    endpoint.status === "disabled" &&
    endpoint.disabledAt &&
    now.getTime() - endpoint.disabledAt.getTime() > acceptWhileDisabledMs
  )
    return false;
  return endpoint.events.includes("*") || endpoint.events.includes(type);
}

/** Nobody is cut off without a warning, and never within a day of it. */
export function judgeHealth(stats: EndpointStats, now: Date): "fine" | "warn" | "disable" {
  const { failures, failingSince, warnedAt } = stats;
  if (!failingSince || failures < warnFailures) return "fine";
  const failingMs = now.getTime() - failingSince.getTime();
  if (failingMs < warnAfterMs) return "fine";
  if (!warnedAt) return "warn";
  const isWarnedLongAgo = now.getTime() - warnedAt.getTime() >= dayMs;
  return failures >= disableFailures && failingMs >= disableAfterMs && isWarnedLongAgo ? "disable" : "fine";
}

/** The secrets that sign now, the newest first. */
export function validSecrets(secrets: readonly EndpointSecret[], now: Date): EndpointSecret[] {
  return secrets
    .filter(({ expiresAt }) => !expiresAt || expiresAt > now)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

const secretsKept = 4;

/** The new secret beside the old ones, which sign for `overlapMs` more. */
export function rotated(
  secrets: readonly EndpointSecret[],
  fresh: EndpointSecret,
  overlapMs: number,
  now: Date,
): EndpointSecret[] {
  const end = new Date(now.getTime() + overlapMs);
  const old = validSecrets(secrets, now).map((one) => ({
    ...one,
    expiresAt: one.expiresAt && one.expiresAt < end ? one.expiresAt : end,
  }));
  return [fresh, ...(overlapMs > 0 ? old : [])].slice(0, secretsKept);
}

/** An endpoint as its owner sees it. The secret is not in it: it was shown once. */
export function toEndpointAnswer(endpoint: Endpoint, now: Date) {
  const { stats } = endpoint;
  return {
    endpointId: endpoint._id,
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
    status: endpoint.status,
    ...(endpoint.disabledReason && { disabledReason: endpoint.disabledReason satisfies DisabledReason }),
    ...(endpoint.disabledAt && { disabledAt: endpoint.disabledAt.toISOString() }),
    ...(endpoint.maxAttempts && { maxAttempts: endpoint.maxAttempts }),
    ...(endpoint.maxConcurrency && { maxConcurrency: endpoint.maxConcurrency }),
    ...(endpoint.ratePerSecond && { ratePerSecond: endpoint.ratePerSecond }),
    secrets: validSecrets(endpoint.secrets, now).map(({ kid, createdAt, expiresAt }) => ({
      kid,
      createdAt: createdAt.toISOString(),
      ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    })),
    stats: {
      failures: stats.failures,
      ...(stats.failingSince && { failingSince: stats.failingSince.toISOString() }),
      ...(stats.lastSuccessAt && { lastSuccessAt: stats.lastSuccessAt.toISOString() }),
      ...(stats.lastFailureAt && { lastFailureAt: stats.lastFailureAt.toISOString() }),
    },
    version: endpoint.version,
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  };
}
