import { create } from "@bufbuild/protobuf";
import { type Call, wildcardScope } from "@tenant-ops/kit/call";
import { analyticsIndexes, type Database } from "@tenant-ops/kit/data";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import {
  BeginResetRequestSchema,
  EmptySandboxRequestSchema,
  EndResetRequestSchema,
  SandboxService,
} from "@tenant-ops/proto/common";
import { type SandboxLease, stepMs } from "./lease.js";

/** Less than the lease, which is renewed afterwards. */
const emptyingMs = 2000;

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
 * The counted calls of tools begin at 0 as well. The other records of accounts stay: the answer of a reset must be found again. What gateways have in
 * memory they drop when they hand it over during the reset; the calls of the last seconds that they hand over afterwards remain.
 */
function emptyCalls({ sandboxes }: Database): ResetParticipant {
  return {
    begin: ({ businessId }, generation) => sandboxes.begin(businessId, generation),
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
export async function resetSandbox(
  { db, clients }: { db: Database; clients: RpcClients },
  services: readonly string[],
  { sandbox, renew }: SandboxLease,
  call: Call,
): Promise<void> {
  const participants = [...services.map((service) => callService(clients, service)), emptyCalls(db)];
  const last = sandbox.generation ?? 0;
  const generation = sandbox.isEmptying ? last : last + 1;
  // Every phase may be repeated, so a call that was not answered is sent again. The route has checked the scopes of the caller; an area in which
  // nothing can be written, which has none to write, is emptied too.
  const step = (): Call => ({
    ...call,
    // A right of accounts itself, not of the caller.
    contexts: {},
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
