import type { DescMessage, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { type Call, createSystemCall, wildcardScope } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import type { RpcClients, UnaryMethod } from "@tenant-ops/kit/rpc";

const attemptMs = 5000;

/** A call of accounts itself to a service, about all data of a business. All rpcs with it may be repeated. */
export function createDataCall(businessId: string, requestId: string, timeoutMs = attemptMs): Call {
  return createSystemCall(businessId, "data request", {
    scopes: [wildcardScope],
    requestId,
    idempotencyKey: requestId,
    deadline: Date.now() + timeoutMs,
  });
}

/** Calls an rpc of `DataService`, which every service has. @throws Refusal of the service, service_unavailable, deadline_exceeded */
export async function askService<Input extends DescMessage, Output extends DescMessage>(
  clients: RpcClients,
  service: string,
  method: UnaryMethod<Input, Output>,
  call: Call,
  request: MessageInitShape<Input>,
): Promise<MessageShape<Output>> {
  return (await clients.unary(method, request, call, service)).message;
}

/** Asks a service for part after part, until its answer has no position any more. */
export async function* readParts<Part extends { position: string }>(
  ask: (position: string) => Promise<Part>,
): AsyncGenerator<Part> {
  let position = "";
  do {
    const part = await ask(position);
    yield part;
    ({ position } = part);
  } while (position !== "");
}

/**
 * @param until milliseconds since 1970 after which no further part is asked for, and a service may be too slow; Infinity for no time limit
 * @returns the parts, and whether they are all
 */
export async function askForParts<Part extends { position: string }>(
  ask: (position: string) => Promise<Part>,
  until: number,
): Promise<{ parts: Part[]; isComplete: boolean }> {
  const parts: Part[] = [];
  try {
    for await (const part of readParts(ask)) {
      parts.push(part);
      if (Date.now() >= until) break;
    }
  } catch (error) {
    const isTooSlow = error instanceof Refusal && error.code === "deadline_exceeded";
    if (!isTooSlow || !Number.isFinite(until)) throw error;
    return { parts, isComplete: false };
  }
  return { parts, isComplete: parts.at(-1)?.position === "" };
}
