import { type ChannelCredentials, credentials as plain, status } from "@grpc/grpc-js";
import type { RpcAttempt, RpcTransport } from "../transport.types.js";
import { toUnansweredCall, type UnansweredStatus } from "../unanswered-call.js";
import { Replica } from "./replica.js";
import { ReplicaPool } from "./replica-pool.js";

export interface SessionTransportOptions {
  /** Address per service name. */
  addresses: Record<string, string>;
  /** Plain connections by default. */
  credentials?: ChannelCredentials;
  /** For tests: how long a ping of a connection may be unanswered. */
  keepaliveTimeoutMs?: number;
}

/** One stream per replica, which carries all calls to it. The replicas of a service are found at the first call. */
export function createSessionTransport({
  addresses,
  credentials,
  keepaliveTimeoutMs,
}: SessionTransportOptions): RpcTransport {
  const pools = new Map<string, ReplicaPool>();

  function getPool(service: string): ReplicaPool {
    const address = addresses[service];
    if (!address) throw new Error(`No address for the service ${service}`);
    const pool =
      pools.get(service) ?? new ReplicaPool(address, credentials ?? plain.createInsecure(), keepaliveTimeoutMs);
    pools.set(service, pool);
    return pool;
  }

  return {
    async send(attempt) {
      const { service, method, call } = attempt;
      const pool = getPool(service);
      const affinity = method.isBatched ? call.businessId : undefined;
      for (;;) {
        const chosen = pool.choose(affinity) ?? getEnd(attempt);
        if (chosen instanceof Replica) return chosen.send(attempt);
        if (chosen) throw toError(attempt, chosen);
        await pool.waitForChange(attempt.deadline, attempt.call.signal);
      }
    },
    close: () => pools.forEach((pool) => pool.close()),
  };
}

/** Why a call does not wait any longer for a connection. */
function getEnd({ call, deadline }: RpcAttempt<unknown>): UnansweredStatus | undefined {
  const end = { details: "Waiting for a connection", wasNotStarted: true };
  if (call.signal?.aborted) return { ...end, code: status.CANCELLED };
  return deadline <= Date.now() ? { ...end, code: status.DEADLINE_EXCEEDED } : undefined;
}

function toError({ service, access, call }: RpcAttempt<unknown>, end: UnansweredStatus): Error {
  return toUnansweredCall(end, service, access, call.signal?.aborted === true);
}
