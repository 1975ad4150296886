import { newId, type Scope } from "@tenant-ops/kit/data";
import { parseInput, requireCall, setReplayedHeader } from "@tenant-ops/kit/http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { WebhooksContext } from "../dependencies.js";
import { checkUrl, egressRefused } from "../egress/url.rules.js";
import { endpointNotFound, endpointsPath, getEndpointId, requireEndpoint } from "./endpoint-routes.js";
import { createEndpointSecret, revealSecret } from "./endpoint-secrets.js";
import { changeInput, creationInput } from "./endpoints.input.js";
import { toEndpointReply } from "./endpoints.replies.js";
import { chooseSlot, enableChange, planChange } from "./endpoints.rules.js";
import { changeEndpoint, deleteEndpoint, insertEndpoint, isSlotTaken, listEndpoints } from "./endpoints.store.js";

const noInput = z.strictObject({});

/** Where a business wants its events, and with which secrets they are signed. */
export function registerEndpointRoutes(app: FastifyInstance, context: WebhooksContext): void {
  app.get(endpointsPath, (request) => listAll(context, request));
  app.get(`${endpointsPath}/:id`, (request) => getOne(context, request));
  app.post(endpointsPath, (request, reply) => create(context, request, reply));
  app.patch(`${endpointsPath}/:id`, (request) => change(context, request));
  app.delete(`${endpointsPath}/:id`, (request) => remove(context, request));
  app.post(`${endpointsPath}/:id/enable`, (request) => enable(context, request));
}

async function listAll({ db }: WebhooksContext, request: FastifyRequest) {
  const scope = db.scope(requireCall(request));
  const found = await listEndpoints(scope);
  return { items: found.map((endpoint) => toEndpointReply(endpoint, scope.now)), count: found.length };
}

async function getOne({ db }: WebhooksContext, request: FastifyRequest) {
  const scope = db.scope(requireCall(request));
  return toEndpointReply(await requireEndpoint(scope, getEndpointId(request)), scope.now);
}

async function create(context: WebhooksContext, request: FastifyRequest, reply: FastifyReply) {
  const { db, keyring, config } = context;
  const call = requireCall(request);
  const given = parseInput(creationInput, request.body);
  await refuseForbiddenUrl(context, given.url);
  // The idempotency record stores this result, so it must not hold the secret.
  const { endpointId, kid } = await retryOnTakenSlot(config.QUOTA_ENDPOINTS, () =>
    db.transaction(call, async (scope) => {
      const slot = chooseSlot(await listEndpoints(scope), config.QUOTA_ENDPOINTS, Math.random());
      const id = newId("we");
      const secret = createEndpointSecret(keyring, id, scope.now);
      await insertEndpoint(scope, {
        _id: id,
        slot,
        ...given,
        status: "enabled",
        secrets: [secret],
        stats: { failures: 0 },
        version: 1,
        createdAt: scope.now,
        updatedAt: scope.now,
      });
      return { endpointId: id, kid: secret.kid };
    }),
  );
  setReplayedHeader(reply, call);
  const scope = db.scope(call);
  const endpoint = await requireEndpoint(scope, endpointId);
  return reply.status(201).send({ ...toEndpointReply(endpoint, scope.now), ...revealSecret(keyring, endpoint, kid) });
}

async function change(context: WebhooksContext, request: FastifyRequest) {
  const scope = context.db.scope(requireCall(request));
  const id = getEndpointId(request);
  const given = parseInput(changeInput, request.body);
  const before = await requireEndpoint(scope, id);
  if (given.url !== undefined) await refuseForbiddenUrl(context, given.url);
  const endpoint = await changeEndpoint(scope, id, planChange(before, given, scope.now));
  if (!endpoint) throw endpointNotFound(id);
  await scheduleLane(context, scope, id, given.status === "enabled" || given.url !== undefined);
  return toEndpointReply(endpoint, scope.now);
}

async function enable(context: WebhooksContext, request: FastifyRequest) {
  const scope = context.db.scope(requireCall(request));
  const id = getEndpointId(request);
  parseInput(noInput, request.body);
  const endpoint = await changeEndpoint(scope, id, enableChange);
  if (!endpoint) throw endpointNotFound(id);
  await scheduleLane(context, scope, id, true);
  return toEndpointReply(endpoint, scope.now);
}

async function remove({ db, scheduler }: WebhooksContext, request: FastifyRequest) {
  const scope = db.scope(requireCall(request));
  const id = getEndpointId(request);
  await requireEndpoint(scope, id);
  // Scheduled before and after the deletion, so that a crash in between leaves no delivery pending for ever.
  const lane = { endpointId: id, businessId: scope.businessId, change: { resume: true, resetRate: true } } as const;
  await scheduler.schedule({ ...lane, dueAt: new Date(Date.now() + 1000) });
  if (!(await deleteEndpoint(scope, id))) throw endpointNotFound(id);
  await scheduler.schedule({ ...lane, dueAt: new Date() });
  return { endpointId: id, status: "deleted" };
}

/** A URL that every attempt would refuse is refused at registration. */
async function refuseForbiddenUrl({ egress, urlRules }: WebhooksContext, text: string): Promise<void> {
  const url = checkUrl(text, urlRules);
  if (await egress.hasForbiddenAddress(url)) throw egressRefused();
}

async function scheduleLane(
  { scheduler }: WebhooksContext,
  { businessId }: Scope,
  endpointId: string,
  isReset: boolean,
): Promise<void> {
  const change = isReset ? ({ resume: true, resetRate: true } as const) : {};
  await scheduler.schedule({ endpointId, businessId, dueAt: new Date(), change });
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
