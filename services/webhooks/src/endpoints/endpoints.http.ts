import { type Database, newId, type Scope } from "@tenant-ops/kit/data";
import { createAddressCheck, rotateSecrets, selectValidSecrets } from "@tenant-ops/kit/egress";
import { bindRoute, toRestList } from "@tenant-ops/kit/http";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  enableWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from "@tenant-ops/rest/webhooks";
import type { FastifyInstance } from "fastify";
import type { WebhooksContext } from "../dependencies.js";
import { transactWithLane } from "../lanes/transact-with-lane.js";
import { createEndpointSecret, openAnswer } from "./endpoint-secrets.js";
import { chooseSlot, planChange, planEnabling, requireEndpoint } from "./endpoints.rules.js";
import {
  changeEndpoint,
  deleteEndpoint,
  findEndpoint,
  findEndpointPage,
  insertEndpoint,
  isSlotTaken,
  listEndpoints,
} from "./endpoints.store.js";
import type { Endpoint } from "./endpoints.types.js";

const hourMs = 3_600_000;

export function endpointSecretHttp(app: FastifyInstance, context: WebhooksContext): void {
  const { keyring } = context;
  bindRoute(app, rotateWebhookSecret, async ({ call, params: { id }, body: { overlapHours } }) => {
    const sealed = await transactWithLane(context, call, async (scope, scheduleLane) => {
      const { secrets } = requireEndpoint(await findEndpoint(scope, id), id);
      const added = createEndpointSecret(keyring, id, scope.now);
      const rotated = rotateSecrets(secrets, added, overlapHours * hourMs, scope.now);
      // A lane that is being served reads the endpoint again, so that an old secret without overlap is not used any more.
      await scheduleLane(id);
      const changed = await changeEndpoint(scope, id, { set: { secrets: rotated }, unset: [] });
      return { endpoint: toEndpointReply(requireEndpoint(changed, id), scope.now), enc: added.enc };
    });
    return openAnswer(keyring, sealed);
  });
}

const restart = { resume: true, resetRate: true } as const;

/** REST routes of the endpoints of a business and their signing secrets. */
export function endpointHttp(app: FastifyInstance, context: WebhooksContext): void {
  const { db } = context;
  registerReads(app, db);
  registerCreation(app, context);

  bindRoute(app, updateWebhookEndpoint, ({ call, params: { id }, body }) => {
    const refuseUrl = createUrlCheck(context, body.url);
    return transactWithLane(context, call, async (scope, scheduleLane) => {
      const before = requireEndpoint(await findEndpoint(scope, id), id);
      await refuseUrl();
      const isRestart = body.status === "enabled" || body.url !== undefined;
      await scheduleLane(id, isRestart ? restart : undefined);
      const changed = await changeEndpoint(scope, id, planChange(before, body, scope.now));
      return toEndpointReply(requireEndpoint(changed, id), scope.now);
    });
  });

  bindRoute(app, enableWebhookEndpoint, ({ call, params: { id } }) =>
    transactWithLane(context, call, async (scope, scheduleLane) => {
      const before = requireEndpoint(await findEndpoint(scope, id), id);
      const changed = requireEndpoint(await changeEndpoint(scope, id, planEnabling(before, scope.now)), id);
      await scheduleLane(id, restart);
      return toEndpointReply(changed, scope.now);
    }),
  );

  bindRoute(app, deleteWebhookEndpoint, ({ call, params: { id } }) =>
    transactWithLane(context, call, async (scope, scheduleLane) => {
      requireEndpoint(await findEndpoint(scope, id), id);
      // A paused lane is scheduled as well: its worker fails the pending deliveries.
      await scheduleLane(id, restart);
      await deleteEndpoint(scope, id);
      return undefined;
    }),
  );
}

function registerReads(app: FastifyInstance, db: Database): void {
  bindRoute(app, listWebhookEndpoints, async ({ call, query: { limit, cursor, ...filter } }) => {
    const scope = db.scope(call);
    const page = await findEndpointPage(scope, filter, { limit, cursor });
    return toRestList(page, (endpoint) => toEndpointReply(endpoint, scope.now));
  });

  bindRoute(app, getWebhookEndpoint, async ({ call, params: { id } }) => {
    const scope = db.scope(call);
    return toEndpointReply(requireEndpoint(await findEndpoint(scope, id), id), scope.now);
  });
}

function registerCreation(app: FastifyInstance, context: WebhooksContext): void {
  const { db, keyring, config } = context;
  const endpointsMax = config.QUOTA_ENDPOINTS;

  bindRoute(app, createWebhookEndpoint, async ({ call, body }) => {
    const refuseUrl = createUrlCheck(context, body.url);
    const sealed = await retryOnTakenSlot(endpointsMax, () =>
      db.transaction(call, async (scope) => {
        await refuseUrl();
        const slot = chooseSlot(await listEndpoints(scope), endpointsMax, Math.random());
        const _id = newId("we");
        const secret = createEndpointSecret(keyring, _id, scope.now);
        const endpoint = createEndpoint(scope, { ...body, _id, slot, secrets: [secret] });
        await insertEndpoint(scope, endpoint);
        return { endpoint: toEndpointReply(endpoint, scope.now), enc: secret.enc };
      }),
    );
    return openAnswer(keyring, sealed);
  });
}

type EndpointInput = Pick<Endpoint, "_id" | "slot" | "url" | "description" | "events" | "secrets"> &
  Partial<Pick<Endpoint, "maxAttempts" | "maxConcurrency" | "ratePerSecond">>;

function createEndpoint({ now }: Scope, input: EndpointInput): Endpoint {
  return { ...input, status: "enabled", stats: { failures: 0 }, version: 1, createdAt: now, updatedAt: now };
}

/** Checks nothing when the request names no URL. */
function createUrlCheck({ egress, urlRules }: WebhooksContext, url: string | undefined): () => Promise<void> {
  return url === undefined ? async () => {} : createAddressCheck(egress, urlRules, url);
}

async function retryOnTakenSlot<T>(triesMax: number, work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isSlotTaken(error) || tries >= triesMax) throw error;
    }
  }
}

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
