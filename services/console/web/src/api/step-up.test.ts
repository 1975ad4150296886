import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TenantOpsError } from "./errors.js";
import { knownMs, onStepUpRequest, type StepUpRequest, withStepUp } from "./step-up.js";

const refusal = new TenantOpsError({ code: "step_up_required", detail: "Prove who you are.", status: 403 });

// Only this timer and only for these tests, because the test files of a worker share one process.
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A call that is refused `refusals` times. */
const createCall = (refusals: number) => {
  const run = vi.fn<() => Promise<string>>(() => Promise.resolve("done"));
  for (let count = 0; count < refusals; count += 1) run.mockRejectedValueOnce(refusal);
  return run;
};

test("a call is repeated on a replica that does not know the proof yet, without asking the person again", async () => {
  const ask = vi.fn<(request: StepUpRequest) => void>(({ resolve }) => resolve());
  const stop = onStepUpRequest(ask);
  const run = createCall(2);
  const answered = withStepUp(run);
  await vi.advanceTimersByTimeAsync(knownMs);
  expect(await answered).toBe("done");
  expect([run.mock.calls.length, ask.mock.calls.length]).toEqual([3, 1]);
  stop();
});

test("a call that is refused after the proof as well is not repeated for ever", async () => {
  const stop = onStepUpRequest(({ resolve }) => resolve());
  const run = createCall(10);
  const answered = withStepUp(run).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(knownMs);
  expect(await answered).toBe(refusal);
  expect(run).toHaveBeenCalledTimes(3);
  stop();
});

test("without the proof the call is not made again", async () => {
  const stop = onStepUpRequest(({ reject }) => reject());
  const run = createCall(1);
  await expect(withStepUp(run)).rejects.toBe(refusal);
  expect(run).toHaveBeenCalledTimes(1);
  stop();
});
