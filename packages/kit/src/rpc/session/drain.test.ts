import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../../testing/eventually.js";
import { isLongRun } from "../../testing/run-depth.js";
import { createCaller, startReplica } from "./replicas.testing.js";

/** Sends calls without a pause until it is stopped, and collects all failures. */
function startTraffic(send: () => Promise<unknown>, concurrency = 16) {
  const failures: unknown[] = [];
  let [answers, isOver] = [0, false];
  const caller = async () => {
    while (!isOver) {
      await send().then(
        () => (answers += 1),
        (error: unknown) => failures.push(error),
      );
    }
  };
  const callers = Array.from({ length: concurrency }, caller);
  const stop = async () => {
    isOver = true;
    await Promise.all(callers);
  };
  return { failures, answers: () => answers, stop };
}

test("no write without a key fails or runs twice while replicas are restarted one after the other", async () => {
  let handled = 0;
  const handle = async () => {
    handled += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return {};
  };
  const first = await startReplica({ handle });
  const second = await startReplica({ handle });
  const { write } = createCaller(`ipv4:127.0.0.1:${first.port},127.0.0.1:${second.port}`);
  const traffic = startTraffic(() => write());
  const goOn = async () => {
    const end = traffic.answers() + 200;
    await eventually(() => expect(traffic.answers()).toBeGreaterThan(end));
  };
  let replicas = [first, second];
  await goOn();
  for (let restart = 0; restart < (isLongRun ? 6 : 2); restart += 1) {
    const [old, ...others] = replicas;
    if (!old) break;
    await old.close(20_000);
    replicas = [...others, await startReplica({ handle, port: old.port })];
    await goOn();
  }
  await traffic.stop();
  expect(traffic.failures).toEqual([]);
  expect(handled).toBe(traffic.answers());
});

/** A proxy that forwards connections until it is frozen. Then its sockets stay open, and no data is forwarded. */
async function startFreezableProxy(port: number) {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const proxy = createServer((incoming) => {
    const outgoing = connect(port, "127.0.0.1");
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket.on("error", () => socket.destroy()));
      if (isFrozen) socket.pause();
    }
    if (!isFrozen) incoming.pipe(outgoing).pipe(incoming);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.close();
    sockets.forEach((socket) => socket.destroy());
  });
  const freeze = () => {
    isFrozen = true;
    sockets.forEach((socket) => socket.unpipe().pause());
  };
  return { port: (proxy.address() as AddressInfo).port, freeze };
}

test("a frozen replica gets no more calls after some seconds; reads, and writes with a key, are repeated on another one", async () => {
  const calls = [0, 0];
  const [first, second] = await Promise.all(
    [0, 1].map((replica) =>
      startReplica({
        handle: async () => {
          calls[replica] = (calls[replica] ?? 0) + 1;
          return {};
        },
      }),
    ),
  );
  if (!first || !second) throw new Error("no replicas");
  const proxy = await startFreezableProxy(first.port);
  const { read, write } = createCaller(`ipv4:127.0.0.1:${proxy.port},127.0.0.1:${second.port}`);
  let keys = 0;
  const send = () => {
    keys += 1;
    const deadline = Date.now() + 60_000;
    return Promise.all([read({ deadline }), write({ deadline, idempotencyKey: `key_${keys}` })]);
  };
  await eventually(async () => {
    await send();
    expect(Math.min(...calls)).toBeGreaterThan(2);
  });
  proxy.freeze();
  const [frozenCalls] = calls;
  await Promise.all(Array.from({ length: 20 }, send));
  expect(calls[0]).toBe(frozenCalls);
  // The frozen replica gets no calls any more: no call waits for its pings.
  for (let round = 0; round < 20; round += 1) await write();
});

test("running calls on a connection that breaks may have been executed; the next calls go to another replica", async () => {
  let begun = 0;
  const handle = async () => {
    begun += 1;
    return new Promise<never>(() => undefined);
  };
  const broken = await startReplica({ handle });
  const { write } = createCaller(`127.0.0.1:${broken.port}`);
  const sent = write();
  await eventually(() => expect(begun).toBe(1));
  void broken.close(0);
  await expect(sent).rejects.toMatchObject({
    code: "service_unavailable",
    wasNotStarted: false,
    mayHaveWritten: true,
    detail: "The connection to the supply service broke before its answer. A write may have happened.",
  });
  await expect(write()).rejects.toMatchObject({ wasNotStarted: true, mayHaveWritten: false });
});

test("a call that waits for a connection ends when its client closes", async () => {
  // It accepts connections and never answers.
  const silent = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  const connected = once(silent, "connection");
  await once(silent, "listening");
  const { clients, write } = createCaller(`127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const sent = write();
  const [socket] = (await connected) as [Socket];
  onTestFinished(() => void socket.destroy());
  clients.close();
  await expect(sent).rejects.toMatchObject({ code: "service_unavailable", wasNotStarted: true });
});
