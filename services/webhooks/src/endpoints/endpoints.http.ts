import { newId, type Scope } from "@tenant-ops/kit/data";
import { invalid, notFound, refused } from "@tenant-ops/kit/errors";
import { requireCall, setReplayedHeader, parseInput } from "@tenant-ops/kit/http";
import type { ServiceContext } from "@tenant-ops/kit/process";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { standardEvents, subscribable } from "../events/catalogue.js";
import type { Config } from "../config.js";
import { appendDelivery, toLogEntry } from "../deliveries/deliveries.store.js";
import { checkUrl, egressRefused } from "../egress/egress.rules.js";
import { rotated, toEndpointAnswer } from "./endpoints.rules.js";
import {
  deleteEndpoint,
  type Endpoint,
  endpointsMax,
  type EndpointSecret,
  findEndpoint,
  insertEndpoint,
  isSlotTaken,
  listEndpoints,
  replaceFields,
} from "./endpoints.store.js";
import { appendEvent } from "../events/events.store.js";
import type { Parts } from "../parts.js";
import { insertRecovery } from "../deliveries/recoveries.store.js";
import { decrypt, encrypt, newSecret } from "../security/secrets.js";
import { sendSoon } from "../lanes/scheduled-delivery.js";

const path = "/v1/public/webhooks/endpoints";
const hourMs = 3_600_000;
const recoverDaysMax = 30;

const eventNames = z
  .array(z.enum(["*", ...subscribable], { error: `must be "*" or one of ${subscribable.join(", ")}` }))
  .min(1)
  .max(50)
  .transform((names) => [...new Set<string>(names)]);
const fields = {
  url: z.string().min(1),
  description: z.string().max(200),
  events: eventNames,
  maxAttempts: z.int().min(1).max(10),
  maxConcurrency: z.int().min(1).max(20),
  ratePerSecond: z.number().min(0.1).max(100),
};
const creation = z.strictObject({
  ...fields,
  description: fields.description.default(""),
  events: fields.events.default(standardEvents),
  maxAttempts: fields.maxAttempts.optional(),
  maxConcurrency: fields.maxConcurrency.optional(),
  ratePerSecond: fields.ratePerSecond.optional(),
});
const change = z
  .strictObject({
    ...fields,
    status: z.enum(["enabled", "disabled"]),
    maxAttempts: fields.maxAttempts.nullable(),
    maxConcurrency: fields.maxConcurrency.nullable(),
    ratePerSecond: fields.ratePerSecond.nullable(),
  })
  .partial();
const rotation = z.strictObject({ overlapHours: z.number().min(0).max(168).default(24) });
const recovery = z.strictObject({
  since: z.iso.datetime({ offset: true }),
  until: z.iso.datetime({ offset: true }).optional(),
});
const nothing = z.strictObject({});

/** Where a business wants its events, and with which secrets they are signed. */
export function endpointHttp(
  app: FastifyInstance,
  { db }: ServiceContext<Config>,
  { waker, egress, keyring, urls }: Parts,
): void {
  /** Told at registration what every attempt would run into. */
  async function judgeUrl(text: string): Promise<void> {
    const url = checkUrl(text, urls);
    if (await egress.leadsInside(url)) throw egressRefused();
  }

  function sealed(endpointId: string, now: Date): EndpointSecret {
    return { kid: newId("whk"), enc: encrypt(keyring, newSecret(), endpointId), createdAt: now };
  }

  /** Only in the answers that make a secret. A repeated request sees it again: its first answer may have been lost. */
  function reveal(endpoint: Endpoint, kid: string): { secret?: string } {
    const found = endpoint.secrets.find((secret) => secret.kid === kid);
    return found ? { secret: decrypt(keyring, found.enc, endpoint._id) } : {};
  }

  app.get(path, async (request) => {
    const scope = db.scope(requireCall(request));
    const found = await listEndpoints(scope);
    return { items: found.map((endpoint) => toEndpointAnswer(endpoint, scope.now)), count: found.length };
  });

  app.get(`${path}/:id`, async (request) => {
    const scope = db.scope(requireCall(request));
    return toEndpointAnswer(await required(scope, idOf(request)), scope.now);
  });

  app.post(path, async (request, reply) => {
    const call = requireCall(request);
    const given = parseInput(creation, request.body);
    await judgeUrl(given.url);
    const made = await retriedOnSlot(() =>
      db.transaction(call, async (scope) => {
        const slot = freeSlot(await listEndpoints(scope));
        const endpointId = newId("we");
        const secret = sealed(endpointId, scope.now);
        await insertEndpoint(scope, {
          _id: endpointId,
          slot,
          ...given,
          status: "enabled",
          secrets: [secret],
          stats: { failures: 0 },
          version: 1,
          createdAt: scope.now,
          updatedAt: scope.now,
        });
        // The answer is kept for repeats; the secret must not be in what is kept.
        return { endpointId, kid: secret.kid };
      }),
    );
    setReplayedHeader(reply, call);
    const scope = db.scope(call);
    const endpoint = await required(scope, made.endpointId);
    return reply.status(201).send({ ...toEndpointAnswer(endpoint, scope.now), ...reveal(endpoint, made.kid) });
  });

  app.patch(`${path}/:id`, async (request) => {
    const scope = db.scope(requireCall(request));
    const id = idOf(request);
    const given = parseInput(change, request.body);
    const before = await required(scope, id);
    if (given.url !== undefined) await judgeUrl(given.url);
    const { status, ...rest } = given;
    const isSwitched = status !== undefined && status !== before.status;
    const [set, unset] = setAndUnset(rest);
    if (isSwitched && status === "disabled")
      Object.assign(set, { status, disabledReason: "tenant", disabledAt: scope.now });
    if (isSwitched && status === "enabled") {
      Object.assign(set, { status, stats: { failures: 0 } });
      unset.push("disabledReason", "disabledAt");
    }
    const endpoint = await replaceFields(scope, id, set, unset);
    if (!endpoint) throw missing(id);
    await wake(scope, id, status === "enabled" || given.url !== undefined);
    return toEndpointAnswer(endpoint, scope.now);
  });

  app.delete(`${path}/:id`, async (request) => {
    const scope = db.scope(requireCall(request));
    const id = idOf(request);
    await required(scope, id);
    const soon = {
      endpointId: id,
      businessId: scope.businessId,
      at: new Date(Date.now() + 1000),
      set: { parked: false, fresh: true } as const,
    };
    await waker.wake([soon]);
    if (!(await deleteEndpoint(scope, id))) throw missing(id);
    // What still waits for it fails, with the reason.
    await waker.wake([{ ...soon, at: new Date() }]);
    return { endpointId: id, status: "deleted" };
  });

  app.post(`${path}/:id/enable`, async (request) => {
    const scope = db.scope(requireCall(request));
    const id = idOf(request);
    parseInput(nothing, request.body);
    const endpoint = await replaceFields(scope, id, { status: "enabled", stats: { failures: 0 } }, [
      "disabledReason",
      "disabledAt",
    ]);
    if (!endpoint) throw missing(id);
    await wake(scope, id, true);
    return toEndpointAnswer(endpoint, scope.now);
  });

  app.post(`${path}/:id/rotate-secret`, async (request, reply) => {
    const call = requireCall(request);
    const id = idOf(request);
    const { overlapHours } = parseInput(rotation, request.body);
    const made = await db.transaction(call, async (scope) => {
      const { secrets } = await required(scope, id);
      const fresh = sealed(id, scope.now);
      await replaceFields(scope, id, { secrets: rotated(secrets, fresh, overlapHours * hourMs, scope.now) });
      return { kid: fresh.kid };
    });
    setReplayedHeader(reply, call);
    const scope = db.scope(call);
    const endpoint = await required(scope, id);
    return { ...toEndpointAnswer(endpoint, scope.now), ...reveal(endpoint, made.kid) };
  });

  app.post(`${path}/:id/ping`, async (request, reply) => {
    const call = requireCall(request);
    const id = idOf(request);
    parseInput(nothing, request.body);
    refuseDisabled(await required(db.scope(call), id));
    const answer = await sendSoon(waker, call.businessId, id, { fresh: true }, () =>
      db.transaction(call, async (scope) => {
        refuseDisabled(await required(scope, id));
        const eventId = newId("evt");
        const type = "webhook.ping";
        const { businessId, now } = scope;
        await appendEvent(
          scope,
          { id: eventId, type, businessId, timestamp: now.toISOString(), data: { endpointId: id } },
          call.requestId,
        );
        return toLogEntry(await appendDelivery(scope, { endpointId: id, eventId, event: type, trigger: "ping" }));
      }),
    );
    setReplayedHeader(reply, call);
    return reply.status(202).send(answer);
  });

  app.post(`${path}/:id/recover`, async (request, reply) => {
    const call = requireCall(request);
    const id = idOf(request);
    const given = parseInput(recovery, request.body);
    const since = new Date(given.since);
    const until = given.until ? new Date(given.until) : new Date();
    if (since < new Date(Date.now() - recoverDaysMax * 24 * hourMs))
      throw invalid("since", `at most ${recoverDaysMax} days ago`);
    if (until <= since) throw invalid("until", "must be after since");
    refuseDisabled(await required(db.scope(call), id));
    const answer = await sendSoon(waker, call.businessId, id, { recovery: true, fresh: true }, () =>
      db.transaction(call, async (scope) => {
        const made = await insertRecovery(scope, id, since, until);
        return {
          recoveryId: made._id,
          endpointId: id,
          since: since.toISOString(),
          until: until.toISOString(),
          status: "running",
        };
      }),
    );
    setReplayedHeader(reply, call);
    return reply.status(202).send(answer);
  });

  function wake(scope: Scope, endpointId: string, isFresh: boolean): Promise<void> {
    const set = isFresh ? { parked: false as const, fresh: true as const } : {};
    return waker.wake([{ endpointId, businessId: scope.businessId, at: new Date(), set }]);
  }
}

const missing = (id: string) => notFound("webhook_endpoint", id);

async function required(scope: Scope, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(scope, id);
  if (!endpoint) throw missing(id);
  return endpoint;
}

function refuseDisabled({ status }: Endpoint): void {
  if (status === "disabled") throw refused("webhook_endpoint_disabled", "The endpoint is disabled. Enable it first.");
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

/** Any of the free ones: two registrations at once then rarely choose the same. */
function freeSlot(taken: readonly Endpoint[]): number {
  const slots = new Set(taken.map(({ slot }) => slot));
  const free = Array.from({ length: endpointsMax }, (_, slot) => slot).filter((slot) => !slots.has(slot));
  const slot = free[Math.floor(Math.random() * free.length)];
  if (slot === undefined) throw refused("webhook_endpoint_limit", `A business has at most ${endpointsMax} endpoints.`);
  return slot;
}

/** When they do, the loser chooses again. */
async function retriedOnSlot<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isSlotTaken(error) || tries >= endpointsMax) throw error;
    }
  }
}

/** null takes a limit away, absence leaves it. */
function setAndUnset(given: Record<string, unknown>): [Partial<Endpoint>, (keyof Endpoint)[]] {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  const set = Object.fromEntries(entries.filter(([, value]) => value !== null)) as Partial<Endpoint>;
  const unset = entries.flatMap(([name, value]) => (value === null ? [name as keyof Endpoint] : []));
  return [set, unset];
}
