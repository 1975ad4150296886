import { Refusal } from "@tenant-ops/kit/errors";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { eventually } from "@tenant-ops/kit/testing";
import Fastify, { type FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { afterEach, expect, test } from "vitest";
import { registerLoadShedding } from "../http/load-shedding.js";
import type { LoopCaller } from "../request/loop-time.js";
import { registerRequestState } from "../request/request-state.js";
import { createLoadShedding, type LoadShedding } from "./load-shedding.js";
import { createLoopMetrics } from "./loop-metrics.js";

const roundsMax = 40;

let app: FastifyInstance;
let shedding: LoadShedding;
let registry: Registry;
afterEach(async () => {
  shedding.stop();
  await app.close();
});

/** A server where each request blocks the event loop for as long as its path says. */
async function start(eventLoopDelayMaxMs: number): Promise<void> {
  registry = new Registry();
  app = Fastify();
  shedding = createLoadShedding({
    eventLoopDelayMaxMs,
    getEventLoopDelayMs: () => app.memoryUsage().eventLoopDelay,
    metrics: createLoopMetrics(registry),
    logger: createLogger("test", "silent"),
  });
  registerRequestState(app, shedding.clock);
  // The general limit of the process is so high that it never refuses a request here.
  registerLoadShedding(app, 1_000_000, 1);
  app.addHook("onRequest", async (request) => shedding.admit(request, readCaller(request.headers["caller"])));
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) throw error;
    return reply.status(error.status).send({ code: error.code, detail: error.detail, retryAfter: error.retryAfter });
  });
  app.get<{ Params: { ms: string } }>("/:ms", async ({ params }) => {
    const until = performance.now() + Number(params.ms);
    while (performance.now() < until);
    return {};
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
}

const readCaller = (header: unknown): LoopCaller =>
  String(header).startsWith("biz_")
    ? { kind: "business", name: String(header) }
    : { kind: "address", name: String(header) };

const send = (caller: string, ms: number) => fetch(`${app.listeningOrigin}/${ms}`, { headers: { caller } });

async function readMetric(name: string, labels: Record<string, string>): Promise<number | undefined> {
  const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] };
  return values.find((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))?.value;
}

test.each([
  ["a business", "biz_heavy"],
  ["an address", "192.0.2.7"],
])("while %s keeps the loop late, it alone gets 503; afterwards it is accepted again", async (_name, heavy) => {
  await start(100);
  let refused: Response | undefined;
  for (let round = 0; round < roundsMax && !refused; round += 1) {
    const [answer, ...others] = await Promise.all([send(heavy, 300), send("biz_light", 1), send("192.0.2.8", 1)]);
    if (answer.status === 503) refused = answer;
    expect(others.map(({ status }) => status)).toEqual([200, 200]);
  }
  expect(await refused?.json()).toMatchObject({ code: "overloaded", retryAfter: 2 });
  const caller = readCaller(heavy).kind;
  expect(await readMetric("tenantops_shed_total", { caller })).toBeGreaterThan(0);
  expect(await readMetric("tenantops_caller_loop_ratio", { caller, rank: "1" })).toBeGreaterThan(0.1);
  await eventually(async () => expect((await send(heavy, 1)).status).toBe(200));
});

test("of many costly requests that arrive at once, only the first are handled; a request of another caller beside them is", async () => {
  await start(100);
  let refused = 0;
  for (let round = 0; round < roundsMax && refused <= 5; round += 1) {
    const heavy = Array.from({ length: 30 }, () => send("biz_heavy", 40));
    const light = send("biz_light", 1);
    refused = (await Promise.all(heavy)).filter(({ status }) => status === 503).length;
    expect((await light).status).toBe(200);
  }
  expect(refused).toBeGreaterThan(5);
});

test("with a maximum of 0 no caller is refused, and loop time is measured", async () => {
  await start(0);
  for (let round = 0; round < 5; round += 1) expect((await send("biz_heavy", 300)).status).toBe(200);
  await eventually(async () => {
    const ratio = await readMetric("tenantops_caller_loop_ratio", { caller: "business", rank: "1" });
    expect(ratio).toBeGreaterThan(0.1);
  });
});
