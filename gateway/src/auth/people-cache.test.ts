// How a change of people reaches the replicas of the gateway.
import { randomUUID } from "node:crypto";
import { Refusal } from "@tenant-ops/kit/errors";
import { type Bus, openBus } from "@tenant-ops/kit/events";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { testBackend } from "@tenant-ops/kit/testing";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { createPeopleCache, peopleChangedSubject } from "./people-cache.js";

const logger = createLogger("test", "fatal");
const buses: Bus[] = [];
function open(url: string): Bus {
  const bus = openBus({ url, name: "test", logger });
  buses.push(bus);
  return bus;
}
afterEach(() => void vi.useRealTimers());
afterAll(() => Promise.all(buses.map((bus) => bus.close())));

/**
 * Buses of one deployment. All tests share the broker, and a change of people that another test file publishes would have the cache ask again.
 * @returns one bus for each of two processes
 */
function openDeployment(): [Bus, Bus] {
  const deployment = randomUUID();
  const openOwn = (): Bus => {
    const bus = open(testBackend().natsUrl);
    return {
      ...bus,
      publish: (subject, message) => bus.publish(`${deployment}.${subject}`, message),
      subscribe: (subject, listener) => bus.subscribe(`${deployment}.${subject}`, listener),
    };
  };
  return [openOwn(), openOwn()];
}

/** No business is changed. */
const withoutChanges = (bus: Bus) => ({ bus, changes: { onChange: () => undefined } });

/** The records of the console service, and how often it was asked. */
function createConsole() {
  const state = { member: "Ana" as string | undefined, isDown: false, asked: 0 };
  const load = async (_name: string) => {
    state.asked += 1;
    if (state.isDown) throw new Refusal("service_unavailable", "The service does not answer.");
    return state.member;
  };
  return { state, load };
}

test("a replica that has received the message of a removal refuses the very next call", async () => {
  const [replica, consoleService] = openDeployment();
  const { state, load } = createConsole();
  const find = createPeopleCache(withoutChanges(replica), load);
  // Registered after the cache, on the same connection: when it is called, the cache has processed the message.
  const processed = new Promise((resolve) => replica.subscribe(peopleChangedSubject, resolve));
  await (await replica.connected()).flush();
  vi.useFakeTimers({ toFake: ["performance"] });
  expect(await find("session")).toBe("Ana");

  state.member = undefined;
  expect(await find("session")).toBe("Ana");
  await consoleService.connected();
  consoleService.publish(peopleChangedSubject, {});
  await processed;
  expect(await find("session")).toBeUndefined();
  expect(state.asked).toBe(2);
});

describe("without NATS", () => {
  const createFind = (load: (name: string) => Promise<string | undefined>) =>
    createPeopleCache(withoutChanges(open("nats://127.0.0.1:9")), load);

  test("an answer is used for less than a second, so a removal is in effect after a second", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { state, load } = createConsole();
    const find = createFind(load);
    expect(await find("session")).toBe("Ana");
    state.member = undefined;
    vi.advanceTimersByTime(999);
    expect(await find("session")).toBe("Ana");
    vi.advanceTimersByTime(1);
    expect(await find("session")).toBeUndefined();
  });

  test("an answer is used no longer when the clock of the machine was set back, also while the console service does not answer", async () => {
    vi.useFakeTimers({ toFake: ["Date", "performance"], now: 3600_000 });
    const { state, load } = createConsole();
    const find = createFind(load);
    expect(await find("session")).toBe("Ana");
    vi.setSystemTime(0);
    vi.advanceTimersByTime(30_000);
    state.isDown = true;
    await expect(find("session")).rejects.toMatchObject({ code: "service_unavailable" });
    state.isDown = false;
    state.member = undefined;
    expect(await find("session")).toBeUndefined();
  });

  test("the second begins with the call of the console service, not with a late answer", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    let answer: (found: string | undefined) => void = () => {};
    const find = createFind(() => new Promise((resolve) => (answer = resolve)));
    const first = find("session");
    vi.advanceTimersByTime(900);
    answer("Ana");
    expect(await first).toBe("Ana");
    vi.advanceTimersByTime(100);
    const second = find("session");
    answer(undefined);
    expect(await second).toBeUndefined();
  });

  test("who asks again gets the present answer, also beside a call that began before, and it is cached", async () => {
    const { state, load } = createConsole();
    const find = createFind(load);
    expect(await find("session")).toBe("Ana");
    state.member = "Eva";
    expect(await find("session")).toBe("Ana");
    expect(await find.findAgain("session")).toBe("Eva");
    expect(await find("session")).toBe("Eva");

    const answers: ((found: string) => void)[] = [];
    const slow = createFind(() => new Promise((resolve) => answers.push(resolve)));
    const [before, again] = [slow("session"), slow.findAgain("session")];
    answers[0]?.("Ana");
    answers[1]?.("Eva");
    expect([await before, await again]).toEqual(["Ana", "Eva"]);
  });

  test("calls at the same time cause one call of the console service", async () => {
    const { state, load } = createConsole();
    const find = createFind(load);
    await Promise.all([find("one"), find("one"), find("other")]);
    expect(state.asked).toBe(2);
  });
});

describe("while the console service does not answer", () => {
  test("the last answer is used for 30 seconds, and the service is asked once a second", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { state, load } = createConsole();
    const find = createPeopleCache(withoutChanges(open("nats://127.0.0.1:9")), load);
    expect(await find("session")).toBe("Ana");
    state.isDown = true;
    for (const laterMs of [1000, 500, 499, 1, 27_999]) {
      vi.advanceTimersByTime(laterMs);
      expect(await find("session")).toBe("Ana");
    }
    expect(state.asked).toBe(4);
    vi.advanceTimersByTime(1001);
    await expect(find("session")).rejects.toMatchObject({ code: "service_unavailable" });
  });

  test("a caller that is not cached is refused, and so is every caller after the message of a change", async () => {
    const [bus] = openDeployment();
    const { state, load } = createConsole();
    const find = createPeopleCache(withoutChanges(bus), load);
    const processed = new Promise((resolve) => bus.subscribe(peopleChangedSubject, resolve));
    await (await bus.connected()).flush();
    expect(await find("session")).toBe("Ana");
    state.isDown = true;
    await expect(find("other")).rejects.toMatchObject({ code: "service_unavailable" });
    bus.publish(peopleChangedSubject, {});
    await processed;
    await expect(find("session")).rejects.toMatchObject({ code: "service_unavailable" });
  });
});
