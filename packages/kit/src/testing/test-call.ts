import type { DescMethod } from "@bufbuild/protobuf";
import { type Call, createSystemCall } from "../call/call.js";
import type { CallSignal } from "../call/cancellation.js";
import { newId } from "../data/ids.js";

/** The time limit of calls and of REST requests. Longer than the ten seconds of a real call: on a busy machine a test takes many times as long as usual. */
export const testCallMs = 60_000;

/** A call of a new business, or of this one, for all that a test does with it. */
export function createTestCall(businessId: string = newId("biz"), given: Partial<Call> = {}): Call {
  return createSystemCall(businessId, "test", { deadline: Date.now() + testCallMs, ...given });
}

/** What a handler waits for that never answers: rejected when its call is aborted. */
export function untilAborted(signal: CallSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new Error("aborted")));
  });
}

/**
 * Calls any rpc of a tenant, with those of `values` that are fields of its request. So a test can call every rpc of a service,
 * also one that is added later.
 */
export async function callRpc(rpcs: object, { input, localName }: DescMethod, values: Record<string, unknown>) {
  const rpc = (rpcs as Record<string, (request: object) => Promise<unknown>>)[localName];
  if (!rpc) throw new Error(`no rpc ${localName}`);
  const names = input.fields.map((field) => field.localName).filter((name) => name in values);
  return rpc(Object.fromEntries(names.map((name) => [name, values[name]])));
}
