import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@tenant-ops/kit/errors";
import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { registerLoadShedding } from "./load-shedding.js";

const app = Fastify();
afterEach(() => app.close());

test("a process whose event loop is late turns requests away, and takes them again when it has caught up", async () => {
  registerLoadShedding(app, 250);
  app.setErrorHandler((error, _request, reply) =>
    reply
      .status(error instanceof Refusal ? error.status : 500)
      .send({ retryAfter: error instanceof Refusal && error.retryAfter }),
  );
  app.get("/", async () => ({}));
  await app.listen({ host: "127.0.0.1", port: 0 });
  const status = async () => (await fetch(app.listeningOrigin)).status;
  expect(await status()).toBe(200);

  const busyUntil = Date.now() + 3000;
  let turnedAway = false;
  while (Date.now() < busyUntil && !turnedAway) {
    const blockedUntil = Date.now() + 600;
    while (Date.now() < blockedUntil);
    await sleep(1);
    turnedAway = (await status()) === 503;
  }
  expect(turnedAway).toBe(true);
  await expect.poll(status, { timeout: 8000 }).toBe(200);
});
