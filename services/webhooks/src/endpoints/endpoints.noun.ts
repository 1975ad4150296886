import { toListReply } from "@tenant-ops/kit/data";
import { selectValidSecrets } from "@tenant-ops/kit/egress";
import { decryptSecret, type Keyring } from "@tenant-ops/kit/encryption";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import { defineNoun, type Reads } from "@tenant-ops/kit/process";
import { WebhooksService } from "@tenant-ops/proto/webhooks";
import * as routes from "@tenant-ops/rest/webhooks";
import type { WebhooksContext } from "../dependencies.js";
import { type Endpoint, requireEndpoint } from "./endpoints.rules.js";
import { endpointIndexes, findEndpoint, findEndpointPage } from "./endpoints.store.js";
import { createEndpoint, deleteEndpoint, enableEndpoint, rotateSecret, updateEndpoint } from "./endpoints.verbs.js";

type EndpointReads = Reads & Pick<WebhooksContext, "keyring">;

/** The URLs of a business that receive events, and their signing secrets. Agents read them only. */
export const endpoints = defineNoun({
  api: WebhooksService,
  collections: {
    endpoints: {
      indexes: endpointIndexes,
      retention: { kept: "until_deleted" },
      personal: "Addresses of the business.",
    },
  },
  verbs: { createEndpoint, updateEndpoint, enableEndpoint, deleteEndpoint, rotateSecret },

  rpcs: (_, { scope }: EndpointReads) => ({
    listEndpoints: async ({ limit, cursor }, call) =>
      toListReply(await findEndpointPage(scope(call), {}, { limit, cursor }), toItem),
  }),

  http(app, verbs, { scope: open, keyring }: EndpointReads) {
    bindRoute(app, routes.listWebhookEndpoints, async ({ call, query: { limit, cursor, ...filter } }) => {
      const scope = open(call);
      const page = await findEndpointPage(scope, filter, { limit, cursor });
      return toRestList(page, (endpoint) => toEndpointReply(endpoint, scope.now));
    });
    bindRoute(app, routes.getWebhookEndpoint, async ({ call, params: { id } }) => {
      const scope = open(call);
      return toEndpointReply(requireEndpoint(await findEndpoint(scope, id), id), scope.now);
    });
    bindRoute(app, routes.createWebhookEndpoint, async ({ call, body }) =>
      toReplyWithSecret(keyring, await verbs.createEndpoint(call, body)),
    );
    bindRoute(app, routes.updateWebhookEndpoint, async ({ call, params: { id }, body }) =>
      toEndpointReply(await verbs.updateEndpoint(call, { id, changes: body })),
    );
    bindRoute(app, routes.enableWebhookEndpoint, async ({ call, params }) =>
      toEndpointReply(await verbs.enableEndpoint(call, params)),
    );
    bindRoute(app, routes.deleteWebhookEndpoint, ({ call, params }) => verbs.deleteEndpoint(call, params));
    bindRoute(app, routes.rotateWebhookSecret, async ({ call, params: { id }, body }) =>
      toReplyWithSecret(keyring, await verbs.rotateSecret(call, { id, ...body })),
    );
  },
});

function toItem(endpoint: Endpoint) {
  const { _id: id, url, description, events, status, disabledReason, stats, createdAt } = toEndpointReply(endpoint);
  const { failures, lastSuccessAt, lastFailureAt } = stats;
  return { id, url, description, events, status, disabledReason, failures, lastSuccessAt, lastFailureAt, createdAt };
}

/**
 * An endpoint as REST replies show it, without its secrets.
 * @param now of a read. The answer to a write is that of its time, so that a repeat gets the same, also when a secret has expired since
 */
export function toEndpointReply(endpoint: Endpoint, now = endpoint.updatedAt) {
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

/** With the newest secret in clear text, only for the requests that create one; a repeat gets it again, because its first answer may be lost. */
function toReplyWithSecret(keyring: Keyring, endpoint: Endpoint) {
  const [newest] = endpoint.secrets;
  if (!newest) throw new Error(`${endpoint._id} has no secret`);
  return { ...toEndpointReply(endpoint), secret: decryptSecret(keyring, newest.enc, endpoint._id) };
}
