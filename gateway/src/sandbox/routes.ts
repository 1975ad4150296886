import { create } from "@bufbuild/protobuf";
import { type Call, readIdempotencyKey, wildcardScope } from "@tenant-ops/kit/call";
import { analyticsIndexes, type Database } from "@tenant-ops/kit/data";
import { Refusal, toRefusal } from "@tenant-ops/kit/errors";
import { bindRouteWith, type Route } from "@tenant-ops/kit/http";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import {
  BeginResetRequestSchema,
  EmptySandboxRequestSchema,
  EndResetRequestSchema,
  SandboxService,
} from "@tenant-ops/proto/common";
import { resetSandbox as resetRoute, seedSandbox as seedRoute } from "@tenant-ops/rest/gateway";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AgentCalls } from "../agent-calls/agent-calls.js";
import { createCall } from "../request/call.js";
import { requireOwnBusiness, requireRouteAccess, type RestAccessOptions } from "../rest/access.js";
import type { Tenant } from "../tenant/tenant.js";
import { type SandboxLease, stepMs, withSandboxLease } from "./lease.js";
import { seedSandbox } from "./seed.js";
import { createSeedTransport, type TransportOptions } from "./transport.js";

/** Emptying and filling are many calls of services; together they may take longer than one call. */
const workMs = 20_000;
/** Less than the lease, which is renewed afterwards. */
const emptyingMs = 2000;

type Work = (call: Call, lease: SandboxLease) => Promise<object>;

export interface SandboxOptions extends RestAccessOptions, TransportOptions {
  db: Database;
  agentCalls: Pick<AgentCalls, "forget">;
}

/** `POST /v1/public/sandbox/reset` and `/seed`: the routes of the contract that the gateway answers itself, for test keys. */
export function sandboxRoutes(app: FastifyInstance, options: SandboxOptions): void {
  const { db, clients, addresses } = options;
  const services = Object.keys(addresses);
  void app.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, caller: "tenant" };
    });
    bind(resetRoute, async (call, lease) => {
      await resetSandbox(
        [...services.map((service) => callService(clients, service)), emptyCalls(options)],
        lease,
        call,
      );
      return { status: "emptied" as const };
    });
    bind(seedRoute, async (call, lease) => {
      const made = await seedSandbox(lease, createSeedTransport(options, call));
      return { status: "seeded" as const, ...made };
    });

    function bind(route: Route, work: Work): void {
      void scope.register(async (own) => {
        own.addHook("onRequest", (request, reply) => authorize(request, reply, route, options));
        bindRouteWith(own, route, {
          begin: (request) => ({ request }),
          handle: async ({ request, reply }) => {
            const call = await createSandboxCall(request, reply, route, options);
            const answer = await answerOnce(db, call, work);
            if (call.replayed) void reply.header("idempotent-replayed", "true");
            // `Route` in general has no body; the two routes above have the ones of their work.
            return answer as unknown as undefined;
          },
          // The answers are made here, and tests compare them with the declaration.
          checksReplies: () => false,
        });
      });
    }
  });
}

/** @throws Refusal sandbox_only for a live key, forbidden without write access to every area */
async function authorize(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  { authenticate, limits }: SandboxOptions,
): Promise<void> {
  const tenant = await authenticate(request);
  limits.admit(reply, tenant);
  limits.consume(reply, tenant, "write");
  requireOwnBusiness(request, tenant);
  await requireRouteAccess(tenant, route);
  requireSandbox(tenant);
}

function requireSandbox({ sandboxOf }: Tenant): void {
  if (sandboxOf !== undefined) return;
  throw new Refusal(
    "sandbox_only",
    "This is a live key, and live data is never emptied or filled. Nothing was done. Use a test key (svc_test_…) of the business.",
  );
}

async function createSandboxCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { method, path }: Route,
  { authenticate }: SandboxOptions,
): Promise<Call> {
  const tenant = await authenticate(request);
  const idempotencyKey = readIdempotencyKey(request);
  const call = createCall(request, reply, tenant, `${method} ${path}`, idempotencyKey ? { idempotencyKey } : {});
  // A closed connection does not interrupt the work.
  const { signal: _, ...rest } = call;
  return { ...rest, deadline: Date.now() + workMs, requestDigest: () => "" };
}

/**
 * Works once per idempotency key: a repetition gets the stored answer, also when the sandbox was filled since. Interrupted work stores no answer, and
 * a repetition continues it. The answer is looked up under the lease: a repetition that arrives while the first request is under way waits for it,
 * and must find its answer instead of emptying the sandbox again.
 */
function answerOnce(db: Database, call: Call, work: Work): Promise<object> {
  return withSandboxLease(db, call.businessId, call.deadline, async (lease) => {
    if (call.idempotencyKey === undefined) return work(call, lease);
    const stored = await findStoredAnswer(db, call);
    if (stored) return stored;
    const answer = await work(call, lease);
    return db.transaction(call, async () => answer);
  });
}

async function findStoredAnswer(db: Database, call: Call): Promise<object | undefined> {
  const lookUp: Call = { ...call, storedReplyOnly: "proposal_invalid" };
  try {
    const stored = await db.transaction<object>(lookUp, async () => ({}));
    call.replayed = true;
    return stored;
  } catch (error) {
    // The code of a look-up when nothing is stored. While the sandbox is being emptied, the repetition of any request continues that.
    const { code } = toRefusal(error);
    if (code === "proposal_invalid" || code === "sandbox_busy") return undefined;
    throw error;
  }
}

/** A process that has data of sandboxes, in the phases of a reset. Each phase may be repeated. */
interface ResetParticipant {
  begin(call: Call, generation: number): Promise<unknown>;
  /** @returns whether no records remain; then it need not be called again */
  empty(call: Call, generation: number): Promise<boolean>;
  end(call: Call, generation: number): Promise<unknown>;
}

function callService(clients: RpcClients, service: string): ResetParticipant {
  const { beginReset, emptySandbox, endReset } = SandboxService.method;
  return {
    begin: (call, generation) =>
      clients.unary(beginReset, create(BeginResetRequestSchema, { generation }), call, service),
    async empty(call, generation) {
      const request = create(EmptySandboxRequestSchema, { generation });
      return (await clients.unary(emptySandbox, request, call, service)).message.isEmpty;
    },
    end: (call, generation) => clients.unary(endReset, create(EndResetRequestSchema, { generation }), call, service),
  };
}

/**
 * The calls of tools, which the gateway counts itself, begin at 0 as well. Its other records stay: the answer of a reset must be found again. What other
 * replicas have in memory they drop when they store it during the reset; the calls of the last seconds that they store afterwards remain.
 */
function emptyCalls({ db: { sandboxes }, agentCalls }: SandboxOptions): ResetParticipant {
  return {
    async begin({ businessId }, generation) {
      await sandboxes.begin(businessId, generation);
      agentCalls.forget(businessId);
    },
    empty: ({ businessId }, generation) =>
      sandboxes.empty(businessId, generation, Date.now() + emptyingMs, Object.keys(analyticsIndexes)),
    end: ({ businessId }, generation) => sandboxes.end(businessId, generation),
  };
}

/**
 * Empties a sandbox in all services: each phase in all of them before the next one (docs/decisions/0029). An interrupted reset is continued under its
 * own number.
 * @param call of the caller; its business is the sandbox
 * @throws Refusal sandbox_busy, deadline_exceeded, service_unavailable; then repeat the request, which continues the reset
 */
async function resetSandbox(
  participants: readonly ResetParticipant[],
  { sandbox, renew }: SandboxLease,
  call: Call,
): Promise<void> {
  const last = sandbox.generation ?? 0;
  const generation = sandbox.isEmptying ? last : last + 1;
  // Every phase may be repeated, so a call that was not answered is sent again. The route has checked the scopes of the caller; an area in which
  // nothing can be written, which has none to write, is emptied too.
  const step = (): Call => ({
    ...call,
    scopes: [wildcardScope],
    idempotencyKey: `reset ${generation}`,
    deadline: Math.min(call.deadline, Date.now() + stepMs),
  });
  const inAll = async (phase: (participant: ResetParticipant) => Promise<unknown>) => {
    await renew();
    await Promise.all(participants.map(phase));
  };
  await renew({ set: { generation, isEmptying: true }, unset: "seeded" });
  await inAll((one) => one.begin(step(), generation));
  await inAll(async (one) => {
    let isEmpty = false;
    while (!isEmpty) {
      isEmpty = await one.empty(step(), generation);
      await renew();
    }
  });
  await inAll((one) => one.end(step(), generation));
  await renew({ set: { isEmptying: false } });
}
