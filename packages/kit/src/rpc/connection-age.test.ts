import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { create } from "@bufbuild/protobuf";
import { SupplyService, WithdrawalRequestSchema } from "@tenant-ops/proto/supply";
import { expect, onTestFinished, test } from "vitest";
import { createContextSigner, createContextVerifier } from "../call/context-token.js";
import { newId } from "../data/ids.js";
import { createLogger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import { createContextKeys, createTestCall, isLongRun, testCallMs } from "../testing/index.js";
import { createRpcClients } from "./client.js";
import { startGrpcServer } from "./server.js";

const keys = createContextKeys("gateway");

/** A service whose connections last a tenth of a second. */
async function startBriefServer() {
  let calls = 0;
  const handle = async () => {
    calls += 1;
    return { id: "wdr_1", status: "created" };
  };
  const handlers = Object.fromEntries(SupplyService.methods.map(({ localName }) => [localName, handle]));
  const server = await startGrpcServer({
    services: [{ api: SupplyService, handlers }],
    service: "supply",
    verify: createContextVerifier(keys.publicKeys, "supply"),
    logger: createLogger("kit", "silent"),
    metrics: createMetrics("kit"),
    host: "127.0.0.1",
    port: 0,
    connectionAgeMs: 100,
  });
  onTestFinished(() => server.close(0));
  return { port: server.port, calls: () => calls };
}

/** Passes connections on to a port and counts them. */
async function startCountingProxy(port: number) {
  let connections = 0;
  const proxy = createServer((incoming) => {
    connections += 1;
    const outgoing = connect(port, "127.0.0.1");
    incoming.pipe(outgoing).pipe(incoming);
    for (const socket of [incoming, outgoing])
      socket.on("error", () => [incoming, outgoing].forEach((one) => one.destroy()));
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  return { port: (proxy.address() as AddressInfo).port, connections: () => connections };
}

test("no write without a key fails or runs twice while connections reach their age under concurrent calls", async () => {
  const server = await startBriefServer();
  const proxy = await startCountingProxy(server.port);
  const clients = createRpcClients({
    sign: createContextSigner("gateway", keys.privateKey),
    addresses: { supply: `127.0.0.1:${proxy.port}` },
    metrics: createMetrics("test"),
    timeoutMs: testCallMs,
  });
  onTestFinished(() => clients.close());
  const failures = new Set<string>();
  let answers = 0;
  const caller = async () => {
    while (proxy.connections() < (isLongRun ? 40 : 10)) {
      const call = createTestCall(newId("biz"), { scopes: ["*"] });
      const sent = clients.unary(
        SupplyService.method.approveWithdrawal,
        create(WithdrawalRequestSchema, withdrawal),
        call,
      );
      await sent.then(
        () => (answers += 1),
        (error: unknown) => failures.add(String(error)),
      );
    }
  };
  await Promise.all(Array.from({ length: 16 }, caller));
  expect([...failures]).toEqual([]);
  expect(server.calls()).toBe(answers);
});

const withdrawal = { stockId: "stk_1", serviceCenterId: "ctr_1", workerId: "w", email: "a@example.com", quantity: 1 };
