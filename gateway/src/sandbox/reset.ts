import { create } from "@bufbuild/protobuf";
import type { Call } from "@tenant-ops/kit/call";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import {
  BeginResetRequestSchema,
  EmptySandboxRequestSchema,
  EndResetRequestSchema,
  SandboxService,
} from "@tenant-ops/proto/common";
import { type SandboxLease, stepMs } from "./lease.js";

export interface ResetOptions {
  clients: RpcClients;
  /** Names of all services. */
  services: readonly string[];
}

/**
 * Empties a sandbox in all services: each phase in all of them before the next one (docs/decisions/0029). An interrupted reset is continued under its
 * own number.
 * @param call of the caller; its business is the sandbox
 * @throws Refusal sandbox_busy, deadline_exceeded, service_unavailable; then repeat the request, which continues the reset
 */
export async function resetSandbox(
  { clients, services }: ResetOptions,
  { sandbox, renew }: SandboxLease,
  call: Call,
): Promise<void> {
  const { beginReset, emptySandbox, endReset } = SandboxService.method;
  const last = sandbox.generation ?? 0;
  const generation = sandbox.isEmptying ? last : last + 1;
  // Every phase may be repeated, so a call that was not answered is sent again.
  const step = (): Call => ({
    ...call,
    idempotencyKey: `reset ${generation}`,
    deadline: Math.min(call.deadline, Date.now() + stepMs),
  });
  const inAll = async (phase: (service: string) => Promise<unknown>) => {
    await renew();
    await Promise.all(services.map(phase));
  };
  await renew({ set: { generation, isEmptying: true }, unset: "seeded" });
  await inAll((service) => clients.unary(beginReset, create(BeginResetRequestSchema, { generation }), step(), service));
  await inAll(async (service) => {
    let isEmpty = false;
    while (!isEmpty) {
      const request = create(EmptySandboxRequestSchema, { generation });
      isEmpty = (await clients.unary(emptySandbox, request, step(), service)).message.isEmpty;
      await renew();
    }
  });
  await inAll((service) => clients.unary(endReset, create(EndResetRequestSchema, { generation }), step(), service));
  await renew({ set: { isEmptying: false } });
}
