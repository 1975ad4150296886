import { selectValidSecrets } from "@tenant-ops/kit/egress";
import type { Endpoint } from "./endpoints.types.js";

/** An endpoint as REST replies show it, without its secrets. */
export function toEndpointReply(endpoint: Endpoint, now: Date) {
  const { stats } = endpoint;
  return {
    _id: endpoint._id,
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
    status: endpoint.status,
    ...(endpoint.disabledReason && { disabledReason: endpoint.disabledReason }),
    ...(endpoint.disabledAt && { disabledAt: endpoint.disabledAt.toISOString() }),
    ...(endpoint.maxAttempts && { maxAttempts: endpoint.maxAttempts }),
    ...(endpoint.maxConcurrency && { maxConcurrency: endpoint.maxConcurrency }),
    ...(endpoint.ratePerSecond && { ratePerSecond: endpoint.ratePerSecond }),
    secrets: selectValidSecrets(endpoint.secrets, now).map(({ kid, createdAt, expiresAt }) => ({
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
