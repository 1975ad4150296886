import dns from "node:dns";
import { setTimeout as sleep } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import { ListResourcesRequestSchema, ReadResourceRequestSchema, ResourceService } from "@tenant-ops/proto/common";
import { afterEach, expect, test, vi } from "vitest";
import { createContextSigner, createContextVerifier } from "../call/context-token.js";
import { newId } from "../data/index.js";
import { invalid } from "../errors/refusal.js";
import { createRpcClients } from "./client.js";
import { startGrpcServer } from "./server.js";
import { bindHandlers } from "./service-binding.js";
import { createLogger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import { createContextKeys, createTestCall, eventually, inLongRun, testCallMs } from "../testing/index.js";

const longTest = inLongRun(test);

const keys = createContextKeys("gateway");
const stops: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** A replica that counts its calls. */
async function startReplica(host: string, port: number, connectionAgeMs = 500) {
  let calls = 0;
  const rpcs = {
    listResources: async () => {
      calls += 1;
      return { resources: [] };
    },
    readResource: async () => {
      calls += 1;
      throw invalid("uri", "is not known here.");
    },
  };
  const server = await startGrpcServer({
    services: [bindHandlers(ResourceService, rpcs)],
    service: "supply",
    verify: createContextVerifier(keys.publicKeys, "supply"),
    logger: createLogger("kit", "silent"),
    metrics: createMetrics("kit"),
    host,
    port,
    connectionAgeMs,
  });
  stops.push(() => server.close(0));
  return { port: server.port, calls: () => calls };
}

/** A DNS name whose addresses the test sets, like that of a headless Service in Kubernetes. */
function mockDnsName(name: string): string[] {
  const addresses: string[] = [];
  const lookup = dns.promises.lookup.bind(dns.promises);
  vi.spyOn(dns.promises, "lookup").mockImplementation(((host: string, options: object) =>
    host === name
      ? Promise.resolve(addresses.map((address) => ({ address, family: 4 })))
      : lookup(host, options)) as typeof dns.promises.lookup);
  return addresses;
}

function createCaller(address: string): () => Promise<unknown> {
  return createCallers(address).succeed;
}

function createCallers(address: string) {
  const clients = createRpcClients({
    sign: createContextSigner("gateway", keys.privateKey),
    addresses: { supply: address },
    metrics: createMetrics("test"),
    timeoutMs: testCallMs,
  });
  stops.push(() => clients.close());
  const { listResources, readResource } = ResourceService.method;
  const createCall = () => createTestCall(newId("biz"), { scopes: ["*"] });
  return {
    succeed: () => clients.unary(listResources, create(ListResourcesRequestSchema), createCall(), "supply"),
    beRefused: () =>
      clients
        .unary(
          readResource,
          create(ReadResourceRequestSchema, { uri: "service://supply/none" }),
          createCall(),
          "supply",
        )
        .catch((error: unknown) => expect(error).toMatchObject({ code: "invalid_argument" })),
  };
}

test("calls are spread over all replicas behind a name", async () => {
  const first = await startReplica("127.0.0.1", 0);
  const second = await startReplica("127.0.0.2", first.port);
  mockDnsName("supply.test").push("127.0.0.1", "127.0.0.2");
  const call = createCaller(`dns:///supply.test:${first.port}`);
  // At first one of them may have no connection yet.
  await eventually(async () => {
    const before = [first.calls(), second.calls()] as const;
    for (let count = 0; count < 40; count += 1) await call();
    expect(Math.min(first.calls() - before[0], second.calls() - before[1])).toBeGreaterThan(10);
  });
});

longTest("a replica that is added gets calls without a restart, and no call fails meanwhile", async () => {
  const first = await startReplica("127.0.0.1", 0);
  const addresses = mockDnsName("supply.test");
  addresses.push("127.0.0.1");
  const call = createCaller(`dns:///supply.test:${first.port}`);
  await call();

  const added = await startReplica("127.0.0.2", first.port);
  addresses.push("127.0.0.2");
  const failures: unknown[] = [];
  await eventually(async () => {
    await call().catch((error: unknown) => failures.push(error));
    expect(added.calls()).toBeGreaterThan(5);
  });
  expect(failures).toEqual([]);
});

longTest("a business whose calls are refused takes no replica away from the others", async () => {
  // Their connections stay, so that nothing but the refusals could change the shares.
  const first = await startReplica("127.0.0.1", 0, 600_000);
  const second = await startReplica("127.0.0.2", first.port, 600_000);
  mockDnsName("supply.test").push("127.0.0.1", "127.0.0.2");
  const { succeed, beRefused } = createCallers(`dns:///supply.test:${first.port}`);
  await eventually(async () => {
    await succeed();
    expect(Math.min(first.calls(), second.calls())).toBeGreaterThan(0);
  });
  const before = [first.calls(), second.calls()] as const;
  // Several seconds, because the client evaluates the failures of a replica once a second.
  for (let round = 0; round < 300; round += 1) {
    // An even number of calls: round robin sends all that are refused to the same replica.
    await Promise.all([succeed(), beRefused(), sleep(10)]);
  }
  const calls = [first.calls() - before[0], second.calls() - before[1]];
  // The client sends a call that was not answered again, so it is not exactly half of them.
  expect(Math.min(...calls)).toBeGreaterThan(Math.max(...calls) / 2);
});
