import { afterEach, expect, test } from "vitest";
import { type Bus, openBus } from "./bus.js";
import type { Logger } from "../telemetry/logger.js";
import { startFakeNats } from "../testing/fake-nats.js";
import { eventually, inLongRun } from "../testing/index.js";

const longTest = inLongRun(test);

const ignore: (line: object) => void = () => undefined;
const quiet = { info: ignore, error: ignore };
const open: Array<{ bus: Bus; stop: () => void }> = [];
afterEach(async () => {
  for (const { bus, stop } of open.splice(0)) {
    await bus.close();
    stop();
  }
});

async function startFakeServer(isAuthorized: () => boolean, version?: string, warn = ignore) {
  const { url, ...fake } = await startFakeNats({ isAuthorized, ...(version && { version }) });
  const bus = openBus({ url, name: "kit", logger: { ...quiet, warn } as unknown as Logger });
  open.push({ bus, stop: fake.stop });
  return { bus, ...fake };
}

test("a NATS server that refuses the password at first is retried like one that is unreachable", async () => {
  let refused = 0;
  const { bus, received } = await startFakeServer(() => (refused += 1) > 3);
  bus.subscribe("subject", () => undefined);
  await bus.connected();
  await eventually(() => expect(received.join("")).toContain("SUB subject"));
});

longTest("a password that is refused for a while does not end the connection for ever", async () => {
  let isAuthorized = true;
  let refused = 0;
  const { bus, sockets } = await startFakeServer(() => {
    if (!isAuthorized) refused += 1;
    return isAuthorized;
  });
  await bus.connected();
  isAuthorized = false;
  sockets.forEach((socket) => socket.destroy());
  await eventually(() => expect(refused).toBeGreaterThan(3));
  expect(bus.current()).toBeDefined();
  isAuthorized = true;
  await eventually(() => bus.current()?.flush());
});

test("a NATS server that is too old is refused with a sentence", async () => {
  const { bus } = await startFakeServer(() => true, "2.8.4");
  await expect(bus.connected()).rejects.toThrow("NATS 2.8.4 is too old: this build needs NATS 2.9 or later");
  expect(bus.current()).toBeUndefined();
});

test("a bus that is closed before a server is reachable ends its attempts", async () => {
  const { bus } = await startFakeServer(() => false);
  await bus.close();
  await expect(bus.connected()).rejects.toThrow("the bus was closed");
});

longTest("the log says that NATS refuses the password: when a process starts, and when it connects again", async () => {
  let isAuthorized = false;
  const reasons: unknown[] = [];
  const warn = (line: { reason?: string }) => void (line.reason && reasons.push(line.reason));
  const { bus, sockets } = await startFakeServer(() => isAuthorized, undefined, warn);
  await eventually(() => expect(reasons).toEqual(["'Authorization Violation'"]));
  isAuthorized = true;
  await bus.connected();
  isAuthorized = false;
  sockets.forEach((socket) => socket.destroy());
  await eventually(() => expect(reasons).toEqual(["'Authorization Violation'", "AUTHORIZATION_VIOLATION"]));
});
