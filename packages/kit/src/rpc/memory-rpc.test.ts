import { create } from "@bufbuild/protobuf";
import {
  ListStocksRequestSchema,
  StockRequestSchema,
  SupplyService,
  type StockRequest,
} from "@tenant-ops/proto/supply";
import { LearningService } from "@tenant-ops/proto/learning";
import { beforeEach, expect, test } from "vitest";
import type { Call } from "../call/call.js";
import { createContextSigner, createContextVerifier } from "../call/context-token.js";
import { newId } from "../data/ids.js";
import { unavailable } from "../errors/refusal.js";
import { createLogger } from "../telemetry/logger.js";
import { createMetrics } from "../telemetry/metrics.js";
import { createContextKeys } from "../testing/context-keys.js";
import type { UntypedRpcHandler } from "./call-handler.types.js";
import { createRpcClients } from "./client.js";
import type { RpcClients } from "./client.types.js";
import { seal } from "./messages/sealed.js";
import { createMemoryRpc } from "./memory-rpc.js";
import type { GrpcServer } from "./server.js";
import { createCallHandlers } from "./service-binding.js";
import { UnansweredCall } from "./unanswered-call.js";
import { createTestCall } from "../testing/test-call.js";

const gateway = createContextKeys("gateway");
const flows = createContextKeys("flows");
const logger = createLogger("kit", "silent");

let handle: UntypedRpcHandler;
let metrics: ReturnType<typeof createMetrics>;
let server: GrpcServer;
let clients: RpcClients;
/** Of a service that the rpcs do not name, and of one whose contexts supply does not accept at all. */
let foreignClients: RpcClients;
let strangeClients: RpcClients;

beforeEach(() => {
  metrics = createMetrics("supply");
  const memory = createMemoryRpc();
  const handlers = Object.fromEntries(
    SupplyService.methods.map(({ localName }): [string, UntypedRpcHandler] => [
      localName,
      (request, call) => handle(request, call),
    ]),
  );
  const verify = createContextVerifier(`${gateway.publicKeys},${flows.publicKeys}`, "supply");
  server = memory.serve(
    "supply",
    createCallHandlers([{ api: SupplyService, handlers }], { service: "supply", verify, logger, metrics }),
  );
  const connect = (issuer: string) =>
    createRpcClients({
      sign: () => {
        throw new Error("a call in memory is not signed");
      },
      addresses: {},
      metrics: createMetrics("gateway"),
      transport: memory.connect(issuer),
    });
  clients = connect("gateway");
  foreignClients = connect("flows");
  strangeClients = connect("console");
});

const newCall = (given: Partial<Call> = {}) => createTestCall(newId("biz"), { scopes: ["*"], ...given });
const stock = (productName = "Gloves") =>
  create(StockRequestSchema, { productName, totalStock: 5, minStockAlert: 1, type: "box" });
const createStock = (call = newCall(), request = stock(), from = clients) =>
  from.unary(SupplyService.method.createStock, request, call);

test("the handler gets the request and the caller, and the caller gets its answer", async () => {
  const call = newCall({ requestId: "req_1", idempotencyKey: "key-1" });
  let seen: Call | undefined;
  handle = async (request, given) => {
    seen = given;
    return { id: "stk_1", status: (request as StockRequest).productName };
  };
  const { message, replayed } = await createStock(call);
  expect(message).toMatchObject({ id: "stk_1", status: "Gloves" });
  expect(replayed).toBe(false);
  expect(seen).toMatchObject({ businessId: call.businessId, requestId: "req_1", idempotencyKey: "key-1" });
  expect(await metrics.registry.metrics()).toMatch(
    /^tenantops_rpc_seconds_count\{.*rpc="SupplyService.CreateStock",code="ok"\} 1$/m,
  );
});

test("caller and handler share no answer: a change by one is not seen by the other", async () => {
  const answer = { id: "stk_1", status: "created" };
  handle = async () => answer;
  const { message } = await createStock();
  answer.status = "changed later";
  expect(message.status).toBe("created");
});

test("a sealed request is handed over as it is, to every try", async () => {
  const request = stock();
  seal(StockRequestSchema, request);
  const seen: unknown[] = [];
  handle = async (given) => {
    seen.push(given);
    if (seen.length === 1) throw unavailable("busy");
    return {};
  };
  await createStock(newCall({ idempotencyKey: "key-1" }), request);
  expect(seen[0]).toBe(request);
  expect(seen).toEqual([request, request]);
});

test("a request that nobody has sealed is copied, also one of another type", async () => {
  const request = stock();
  const sealed = create(ListStocksRequestSchema, { limit: 5 });
  seal(ListStocksRequestSchema, sealed);
  let seen: unknown;
  handle = async (given) => {
    seen = given;
    return {};
  };
  await createStock(newCall(), request);
  expect(seen).toEqual(request);
  expect(seen).not.toBe(request);
  expect(Object.isFrozen(request)).toBe(false);
  await expect(createStock(newCall(), sealed as unknown as StockRequest)).rejects.toMatchObject({
    code: "invalid_argument",
  });
});

test("a handler that changes its request fails, and the request stays as it was", async () => {
  const request = stock();
  seal(StockRequestSchema, request);
  handle = async (given) => {
    (given as StockRequest).productName = "changed by the handler";
    return {};
  };
  await expect(createStock(newCall(), request)).rejects.toMatchObject({ code: "internal_server_error" });
  await expect(createStock()).rejects.toMatchObject({ code: "internal_server_error" });
  expect(request.productName).toBe("Gloves");
});

test("a handler that changes the scopes of its call changes them for nobody else", async () => {
  const call = newCall();
  handle = async (_request, given) => {
    (given.scopes as string[]).push("learning:write");
    return {};
  };
  await createStock(call);
  expect(call.scopes).toEqual(["*"]);
});

test("a stored answer is marked as replayed", async () => {
  handle = async (_request, call) => {
    call.replayed = true;
    return { id: "stk_1" };
  };
  expect((await createStock()).replayed).toBe(true);
});

test("a request that breaks a constraint of the contract does not reach the handler", async () => {
  handle = () => Promise.reject(new Error("the handler ran"));
  await expect(createStock(newCall(), stock(""))).rejects.toMatchObject({ code: "invalid_argument" });
});

test("a caller without the scope is refused", async () => {
  handle = () => Promise.reject(new Error("the handler ran"));
  await expect(createStock(newCall({ scopes: ["supply:read"] }))).rejects.toMatchObject({ code: "forbidden" });
});

test("an issuer that the rpc does not name is refused, although its signature is valid", async () => {
  handle = () => Promise.reject(new Error("the handler ran"));
  await expect(createStock(newCall(), stock(), foreignClients)).rejects.toMatchObject({ code: "unauthorized" });
});

test("an issuer that the service does not accept is refused without a look at the rpc", async () => {
  handle = () => Promise.reject(new Error("the handler ran"));
  await expect(createStock(newCall(), stock(), strangeClients)).rejects.toMatchObject({ code: "unauthorized" });
});

test("a call without a business, or of one that has another form than our ids, is refused", async () => {
  handle = () => Promise.reject(new Error("the handler ran"));
  for (const businessId of ["", "biz_1", "$ne"])
    await expect(createStock(newCall({ businessId }))).rejects.toMatchObject({ code: "unauthorized" });
});

test("a context that the gateway has signed for a service is verified, and replaces that of the caller", async () => {
  const call = newCall();
  const sign = createContextSigner("gateway", gateway.privateKey);
  let seen: Call | undefined;
  handle = async (_request, given) => {
    seen = given;
    return {};
  };
  await createStock(newCall({ contexts: { supply: sign(call, "supply") } }), stock(), strangeClients);
  expect(seen?.businessId).toBe(call.businessId);
  for (const context of [sign(call, "flows"), `${sign(call, "supply")}x`, "[object Object]"])
    await expect(createStock(newCall({ contexts: { supply: context } }))).rejects.toMatchObject({
      code: "unauthorized",
    });
});

test("at the deadline the caller gets its error and the handler its signal", async () => {
  const aborted = new Promise<boolean>((resolve) => {
    handle = async (_request, { signal }) => {
      await new Promise((done) => signal?.addEventListener("abort", () => done(undefined)));
      resolve(true);
      return {};
    };
  });
  await expect(createStock(newCall({ deadline: Date.now() + 1000 }))).rejects.toMatchObject({
    code: "deadline_exceeded",
    mayHaveWritten: true,
  });
  expect(await aborted).toBe(true);
});

test("a call whose deadline has passed is not started", async () => {
  handle = () => Promise.reject(new Error("the handler ran"));
  await expect(createStock(newCall({ deadline: Date.now() - 1 }))).rejects.toMatchObject({
    code: "deadline_exceeded",
    wasNotStarted: true,
  });
});

test("a cancelled call aborts the handler", async () => {
  const abort = new AbortController();
  const aborted = new Promise<boolean>((resolve) => {
    handle = async (_request, { signal }) => {
      abort.abort();
      resolve(signal?.aborted === true);
      return {};
    };
  });
  await expect(createStock(newCall({ signal: abort.signal }))).rejects.toMatchObject({ code: "deadline_exceeded" });
  expect(await aborted).toBe(true);
});

test("a refusal arrives with its code, sentence and time to wait, as over a connection", async () => {
  // A failure of the handler's own call must not look like a failure of this call, which would be repeated.
  handle = () => Promise.reject(new UnansweredCall("service_unavailable", "learning is not reachable.", true));
  const refusal = await createStock().catch((error: unknown) => error);
  expect(refusal).not.toBeInstanceOf(UnansweredCall);
  expect(refusal).toMatchObject({ code: "service_unavailable", detail: "learning is not reachable.", retryAfter: 2 });
});

test("a fault of a handler does not reveal its text", async () => {
  handle = () => Promise.reject(new Error("password of the database"));
  const error = (await createStock().catch((thrown: unknown) => thrown)) as Error;
  expect(error).toMatchObject({ code: "internal_server_error" });
  expect(error.message).not.toContain("password");
});

test("a read is repeated when the service was unavailable, and a write without a key is not", async () => {
  let calls = 0;
  handle = async () => {
    calls += 1;
    if (calls === 1) throw unavailable("busy");
    return {};
  };
  const { listStocks } = SupplyService.method;
  await clients.unary(listStocks, create(listStocks.input), newCall());
  expect(calls).toBe(2);
  calls = 0;
  await expect(createStock()).rejects.toMatchObject({ code: "service_unavailable" });
  expect(calls).toBe(1);
});

test("a service that has not started or stops answers service_unavailable, and the call was not started", async () => {
  const { getEnrollmentStats } = LearningService.method;
  const call = () => newCall({ deadline: Date.now() + 2000 });
  const unreachable = { code: "service_unavailable", wasNotStarted: true };
  await expect(clients.unary(getEnrollmentStats, create(getEnrollmentStats.input), call())).rejects.toMatchObject(
    unreachable,
  );
  await server.close(0);
  await expect(createStock(call())).rejects.toMatchObject(unreachable);
});

test("a stopping service waits for its running calls, and cancels them when the time is over", async () => {
  let finish = () => {};
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  handle = () => new Promise((resolve) => ((finish = () => resolve({ id: "stk_1" })), begin()));
  const first = createStock();
  await begun;
  const closed = server.close(10_000);
  finish();
  expect((await first).message.id).toBe("stk_1");
  await closed;
});

test("a call that does not end before its service stops is answered as a broken connection", async () => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  handle = () => new Promise(() => begin());
  const sent = createStock().catch((error: unknown) => error);
  await begun;
  await server.close(10);
  expect(await sent).toMatchObject({ code: "service_unavailable", mayHaveWritten: true });
});
