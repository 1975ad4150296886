import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { create } from "@bufbuild/protobuf";
import { SupplyService, WithdrawalRequestSchema } from "@tenant-ops/proto/supply";
import { expect, test } from "vitest";
import { newId } from "../data/ids.js";
import type { Database } from "../data/index.js";
import type { RpcHandlers } from "../rpc/definition.js";
import { createRpcClients } from "../rpc/client.js";
import { createMetrics } from "../telemetry/metrics.js";
import { createTestCall, startTestService } from "../testing/index.js";
import { serviceConfig } from "./service-settings.js";
import { defineService } from "./define-service.js";
import { defineNoun } from "./noun.js";

/** A promise that the test resolves. */
function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** A service with a write, over gRPC and REST, that begins, waits for the test, and then uses the database. */
function defineWaitingService() {
  const [begun, mayWrite] = [createGate(), createGate()];
  let reportOutcome: (outcome: unknown) => void;
  const outcome = new Promise((resolve) => (reportOutcome = resolve));
  const write = async (db: Database) => {
    begun.open();
    await mayWrite.opened;
    const call = createTestCall();
    const written = db.transaction(call, async (scope) => {
      await scope.collection("things").insertOne({ _id: newId("thing") });
      return { id: "thing", status: "created" };
    });
    written.then(() => reportOutcome("written"), reportOutcome);
    return written;
  };
  const service = defineService({
    name: "kit",
    api: SupplyService,
    config: serviceConfig,
    storedWithoutCaller: { "POST /write": ["things"] },
    nouns: [
      defineNoun({
        api: SupplyService,
        collections: { things: { indexes: [], retention: { kept: "until_deleted" }, personal: "None." } },
        rpcs: (_, { db }: { db: Database }) =>
          Object.fromEntries(
            SupplyService.methods.map(({ localName }) => [localName, () => write(db)]),
          ) as unknown as RpcHandlers<typeof SupplyService>,
        http: (app, _, { db }) => void app.post("/write", { config: { withoutCaller: true } }, () => write(db)),
      }),
    ],
  });
  return { service, begun, mayWrite, outcome };
}

test.each(["gRPC", "REST"])(
  "a %s call whose connection was closed is finished before the database is closed",
  async (kind) => {
    const { service: definition, begun, mayWrite, outcome } = defineWaitingService();
    const service = await startTestService(definition);
    const { grpcPort, httpPort } = service.running;
    if (kind === "gRPC") {
      const addresses = { supply: `127.0.0.1:${grpcPort}` };
      const clients = createRpcClients({
        sign: (caller) => service.sign(caller, "kit"),
        addresses,
        metrics: createMetrics("test"),
      });
      const abort = new AbortController();
      const call = createTestCall(newId("biz"), { signal: abort.signal, scopes: ["*"] });
      const request = create(WithdrawalRequestSchema, {
        stockId: "s",
        serviceCenterId: "c",
        workerId: "w",
        email: "a@example.com",
        quantity: 1,
      });
      const sent = clients.unary(SupplyService.method.approveWithdrawal, request, call);
      await begun.opened;
      abort.abort();
      await expect(sent).rejects.toMatchObject({ code: "deadline_exceeded" });
      clients.close();
    } else {
      const socket = connect(httpPort, "127.0.0.1");
      socket.write("POST /write HTTP/1.1\r\nhost: s\r\n\r\n");
      await begun.opened;
      socket.destroy();
      await once(socket, "close");
    }

    const closed = service.running.close();
    // Every connection is closed. Without the wait for the handler the service would be closed now.
    expect(await Promise.race([closed.then(() => "closed"), sleep(1000, "open")])).toBe("open");
    mayWrite.open();
    expect(await outcome).toBe("written");
    await closed;
  },
);
