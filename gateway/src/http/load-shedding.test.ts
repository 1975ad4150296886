import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@tenant-ops/kit/errors";
import { inLongRun } from "@tenant-ops/kit/testing";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { registerLoadShedding } from "./load-shedding.js";

const longTest = inLongRun(test);

const blocksMax = 20;

let app: FastifyInstance;
afterEach(() => app.close());

async function startApp(eventLoopDelayMaxMs: number): Promise<void> {
  app = Fastify();
  registerLoadShedding(app, eventLoopDelayMaxMs, 2);
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refusal)) throw error;
    return reply.status(error.status).send({ code: error.code, retryAfter: error.retryAfter });
  });
  app.get("/", async () => ({}));
  await app.listen({ host: "127.0.0.1", port: 0 });
}

const getStatus = async () => (await fetch(app.listeningOrigin)).status;

/** Blocks the event loop for 600 ms at a time until a request gets 503. */
async function blockUntilRefused(): Promise<Response | undefined> {
  for (let block = 0; block < blocksMax; block += 1) {
    const until = Date.now() + 600;
    while (Date.now() < until);
    await sleep(1);
    const response = await fetch(app.listeningOrigin);
    if (response.status === 503) return response;
  }
  return undefined;
}

longTest(
  "after the event loop was late for some seconds, requests get 503; afterwards they are accepted again",
  async () => {
    await startApp(250);
    // The loop of a busy machine may be late at first.
    await expect.poll(getStatus).toBe(200);
    const refused = await blockUntilRefused();
    expect(await refused?.json()).toEqual({ code: "overloaded", retryAfter: 2 });
    await expect.poll(getStatus).toBe(200);
  },
);

test("with a maximum of 0 no request is refused", async () => {
  await startApp(0);
  expect(app.hasDecorator("isUnderPressure")).toBe(false);
  expect(await getStatus()).toBe(200);
});
