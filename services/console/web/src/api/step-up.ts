import { isCode } from "./errors.js";

// Some routes want a fresh proof of the person. The dialog of the application waits for such requests here.
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
 * Runs a call; when the server wants a fresh proof, asks the person for it and runs the call again.
 * @throws TenantOpsError step_up_required when the person does not give it
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

/** Longer than a replica needs at most to know of a proof. */
export const knownMs = 1200;

/** A replica that does not know yet refuses the call as before; the person would be asked twice. */
async function runProven<Reply>(run: () => Promise<Reply>): Promise<Reply> {
  try {
    return await run();
  } catch (error) {
    if (!isCode(error, "step_up_required")) throw error;
    await new Promise((resolve) => setTimeout(resolve, knownMs));
    return run();
  }
}
