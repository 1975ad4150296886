import type { Operation } from "@tenant-ops/client/session";
import { isCode, TenantOpsError } from "./errors.js";
import { needsProof } from "./operations/needs-proof.js";

// Some routes need a fresh proof of the person. This module asks for it, in a dialog of the application.
type Listener = (request: StepUpRequest) => void;

export interface StepUpRequest {
  resolve: () => void;
  reject: () => void;
}

let listener: Listener | undefined;
/** Until when the last proof counts, as far as this page knows. The server decides. */
let provenUntil = 0;

export function onStepUpRequest(next: Listener): () => void {
  listener = next;
  return () => {
    if (listener === next) listener = undefined;
  };
}

/** @param until milliseconds since 1970, by the clock of this machine */
export function noteProof(until: number): void {
  provenUntil = Math.max(provenUntil, until);
}

/**
 * Asks the person for a proof when the last one counts no more. It is asked for before the call, because a call that is refused is an error in the
 * console of the browser, and proving again is normal.
 * @throws TenantOpsError step_up_required when the person cancels
 */
export async function ensureProof(): Promise<void> {
  if (listener && Date.now() >= provenUntil) await ask(listener);
}

/**
 * Runs a call. When the server needs a proof that this page did not expect, asks the person for it and runs the call again.
 * @throws TenantOpsError step_up_required when the person cancels
 */
export async function withStepUp<Reply>(run: () => Promise<Reply>): Promise<Reply> {
  try {
    return await run();
  } catch (error) {
    if (!isCode(error, "step_up_required") || !listener) throw error;
    await ask(listener);
    return run();
  }
}

/** For every call of the server. */
export async function withProof<Reply>({ id }: Pick<Operation, "id">, run: () => Promise<Reply>): Promise<Reply> {
  if (needsProof.has(id)) await ensureProof();
  return withStepUp(run);
}

function ask(of: Listener): Promise<void> {
  const detail = "Confirm with your passkey that it is you. Nothing was done.";
  const canceled = new TenantOpsError({ code: "step_up_required", detail, status: 403 });
  return new Promise((resolve, reject) => of({ resolve, reject: () => reject(canceled) }));
}
