import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { Bus } from "@tenant-ops/kit/events";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { credentialChangedSubject, ListChangesResponseSchema } from "@tenant-ops/proto/accounts";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { type CredentialChange, startChanges } from "./changes.js";

afterEach(() => void vi.useRealTimers());

type Answer = MessageInitShape<typeof ListChangesResponseSchema>;

/** Accounts whose answers the test sets, on a NATS without messages but those of the test. */
function start() {
  const state: { answer: Answer | Error; asked: string[] } = { answer: {}, asked: [] };
  const listChanges = async (since: string) => {
    state.asked.push(since);
    if (state.answer instanceof Error) throw state.answer;
    return create(ListChangesResponseSchema, state.answer);
  };
  const listeners: ((message: unknown) => void)[] = [];
  const subscribe = (subject: string, listener: () => void) =>
    void (subject === credentialChangedSubject && listeners.push(listener));
  const changes = startChanges({ listChanges }, { subscribe } as unknown as Bus, createLogger("test", "silent"));
  onTestFinished(() => changes.stop());
  const heard: (CredentialChange | undefined)[] = [];
  changes.onChange((change) => void heard.push(change));
  return { state, changes, heard, publish: (message: object) => listeners.forEach((listener) => listener(message)) };
}

test("without NATS, a change is heard within a second, and the next question begins where the answer ended", async () => {
  vi.useFakeTimers();
  const { state, heard } = start();
  await vi.advanceTimersByTimeAsync(0);
  state.answer = { changes: [{ businessId: "biz_1", keyId: "key_1" }, { businessId: "biz_2" }], until: "later" };
  await vi.advanceTimersByTimeAsync(1000);
  expect(heard).toEqual([{ businessId: "biz_1", keyId: "key_1" }, { businessId: "biz_2" }]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(state.asked).toEqual(["", "", "later"]);
});

test("when there are more changes than an answer has, any key may have changed", async () => {
  const { state, changes, heard } = start();
  state.answer = { changes: [{ businessId: "biz_1", keyId: "key_1" }], isIncomplete: true };
  await changes.refresh();
  expect(heard).toEqual([undefined]);
});

test("a business that was closed is known after the answer, and open again after the next one", async () => {
  const { state, changes } = start();
  state.answer = { closedBusinessIds: ["biz_1"] };
  await changes.refresh();
  expect([changes.closedBusinesses.has("biz_1"), changes.closedBusinesses.has("biz_2")]).toEqual([true, false]);
  state.answer = {};
  await changes.refresh();
  expect(changes.closedBusinesses.has("biz_1")).toBe(false);
});

test("while accounts does not answer, closed businesses stay closed, and messages are heard", async () => {
  const { state, changes, heard, publish } = start();
  state.answer = { closedBusinessIds: ["biz_1"] };
  await changes.refresh();
  state.answer = new Error("no answer");
  await changes.refresh();
  publish({ businessId: "biz_2", keyId: "key_2" });
  publish({ unreadable: true });
  expect(heard).toEqual([{ businessId: "biz_2", keyId: "key_2" }, undefined]);
  expect(changes.closedBusinesses.has("biz_1")).toBe(true);
});

test("the answer to an earlier question that arrives late does not open a business again", async () => {
  const answers: ((answer: Answer) => void)[] = [];
  const listChanges = () =>
    new Promise<Answer>((resolve) => answers.push(resolve)).then((answer) => create(ListChangesResponseSchema, answer));
  const bus = { subscribe: () => undefined } as unknown as Bus;
  const changes = startChanges({ listChanges }, bus, createLogger("test", "silent"));
  onTestFinished(() => changes.stop());
  const refreshed = changes.refresh();
  answers[1]?.({ closedBusinessIds: ["biz_1"] });
  await refreshed;
  answers[0]?.({});
  await new Promise(setImmediate);
  expect(changes.closedBusinesses.has("biz_1")).toBe(true);
});
