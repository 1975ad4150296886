import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TenantOpsError } from "./errors.js";
import { ensureProof, noteProof, onStepUpRequest, type StepUpRequest, withProof, withStepUp } from "./step-up.js";

const refusal = new TenantOpsError({ code: "step_up_required", detail: "Prove who you are.", status: 403 });

// The time is later in each test, so that the proof of the one before counts no more.
let day = Date.UTC(2026, 0, 1);
let stop = () => {};
beforeEach(() => {
  day += 24 * 3_600_000;
  vi.useFakeTimers({ toFake: ["Date"], now: day });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** A call that is refused `refusals` times. */
const createCall = (refusals = 0) => {
  const run = vi.fn<() => Promise<string>>(() => Promise.resolve("done"));
  for (let count = 0; count < refusals; count += 1) run.mockRejectedValueOnce(refusal);
  return run;
};

/** A person who proves who they are, or cancels. */
function givenPerson(answer: "proves" | "cancels") {
  const ask = vi.fn<(request: StepUpRequest) => void>(({ resolve, reject }) => {
    if (answer === "cancels") return reject();
    noteProof(Date.now() + 1000);
    resolve();
  });
  stop = onStepUpRequest(ask);
  return ask;
}

const needing = { id: "createOwnKey" };

test("an operation that needs a proof is not sent before the person has given it, and is sent once", async () => {
  const ask = givenPerson("proves");
  const run = createCall();
  ask.mockImplementationOnce(({ resolve }) => {
    expect(run).not.toHaveBeenCalled();
    resolve();
  });
  expect(await withProof(needing, run)).toBe("done");
  expect([run.mock.calls.length, ask.mock.calls.length]).toEqual([1, 1]);
});

test("a person who has proved it is not asked again while the proof counts", async () => {
  const ask = givenPerson("proves");
  await withProof(needing, createCall());
  vi.setSystemTime(day + 999);
  await withProof(needing, createCall());
  expect(ask).toHaveBeenCalledTimes(1);
  vi.setSystemTime(day + 1000);
  await withProof(needing, createCall());
  expect(ask).toHaveBeenCalledTimes(2);
});

test("the proof of the sign-in counts, and an older answer of the server does not end a newer proof", async () => {
  const ask = givenPerson("proves");
  noteProof(day + 5000);
  noteProof(day - 1);
  await withProof(needing, createCall());
  await ensureProof();
  expect(ask).not.toHaveBeenCalled();
});

test("other operations are sent without asking", async () => {
  const ask = givenPerson("proves");
  expect(await withProof({ id: "listStocks" }, createCall())).toBe("done");
  expect(ask).not.toHaveBeenCalled();
});

test("without the proof nothing is sent", async () => {
  givenPerson("cancels");
  const run = createCall();
  await expect(withProof(needing, run)).rejects.toMatchObject({ code: "step_up_required" });
  expect(run).not.toHaveBeenCalled();
});

test("when the server refuses all the same, the person is asked once and the call is repeated once", async () => {
  const ask = givenPerson("proves");
  const run = createCall(1);
  expect(await withStepUp(run)).toBe("done");
  expect([run.mock.calls.length, ask.mock.calls.length]).toEqual([2, 1]);
  await expect(withStepUp(createCall(10))).rejects.toBe(refusal);
});
