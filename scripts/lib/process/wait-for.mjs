import { setTimeout as sleep } from "node:timers/promises";

/** Calls `ask` until it returns something truthy. When it never does, the error names `what` and the last reason. */
export async function waitFor(what, ask, { timeoutMs = 60_000, everyMs = 50, giveUp = () => undefined } = {}) {
  const end = performance.now() + timeoutMs;
  let reason = "no answer";
  while (performance.now() < end) {
    const stopReason = giveUp();
    if (stopReason) throw new Error(stopReason);
    try {
      const answer = await ask();
      if (answer) return answer;
    } catch (error) {
      reason = error.message;
    }
    await sleep(everyMs);
  }
  throw new Error(`${what} did not happen within ${timeoutMs / 1000} s (${reason})`);
}
