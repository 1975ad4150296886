import { isCode } from "./errors.js";

// Some routes need a fresh proof of the person. This module passes such calls to the dialog of the application.
type Listener = (request: StepUpRequest) => void;

export interface StepUpRequest {
  resolve: () => void;
  reject: () => void;
}

let listener: Listener | undefined;

export function onStepUpRequest(next: Listener): () => void {
  listener = next;
  return () => {
    if (listener === next) listener = undefined;
  };
}

/**
 * Runs a call. When the server needs a fresh proof, asks the person for it and runs the call again.
 * @throws TenantOpsError step_up_required when the person cancels
 */
export async function withStepUp<Reply>(run: () => Promise<Reply>): Promise<Reply> {
  try {
    return await run();
  } catch (error) {
    if (!isCode(error, "step_up_required") || !listener) throw error;
    const ask = listener;
    await new Promise<void>((resolve, reject) => ask({ resolve, reject: () => reject(error) }));
    return runProven(run);
  }
}

/** Longer than the time after which every replica knows a proof. */
export const knownMs = 1200;

/** Repeats the call while it is refused as before: a replica may not know the proof yet, and the person would be asked twice. */
async function runProven<Reply>(run: () => Promise<Reply>): Promise<Reply> {
  try {
    return await run();
  } catch (error) {
    if (!isCode(error, "step_up_required")) throw error;
    await new Promise((resolve) => setTimeout(resolve, knownMs));
    return run();
  }
}
