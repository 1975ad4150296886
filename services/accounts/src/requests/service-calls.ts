import { type Call, createSystemCall, wildcardScope } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";

const attemptMs = 5000;

/** A call of accounts itself to a service, about all data of a business. All rpcs with it may be repeated. */
export function createServiceCall(
  operation: string,
  businessId: string,
  requestId: string,
  timeoutMs = attemptMs,
): Call {
  return createSystemCall(businessId, operation, {
    scopes: [wildcardScope],
    requestId,
    idempotencyKey: requestId,
    deadline: Date.now() + timeoutMs,
  });
}

/**
 * Asks a service for part after part, until its answer has no position any more.
 * @param until milliseconds since 1970 after which no further part is asked for, and a service may be too slow; Infinity for no time limit
 * @returns the parts, and whether they are all
 */
export async function askForParts<Part extends { position: string }>(
  ask: (position: string) => Promise<Part>,
  until: number,
): Promise<{ parts: Part[]; isComplete: boolean }> {
  const parts: Part[] = [];
  let position = "";
  do {
    const part = await ask(position).catch((error: unknown) => {
      if (Number.isFinite(until) && error instanceof Refusal && error.code === "deadline_exceeded") return undefined;
      throw error;
    });
    if (!part) return { parts, isComplete: false };
    parts.push(part);
    ({ position } = part);
  } while (position !== "" && Date.now() < until);
  return { parts, isComplete: position === "" };
}
