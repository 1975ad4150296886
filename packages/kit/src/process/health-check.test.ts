import { expect, test } from "vitest";
import { isProcessReady } from "./health-check.js";
import { type Health, startAdminServer } from "./admin-server.js";
import { createMetrics } from "../telemetry/metrics.js";

test("--health follows readiness; a process that does not run is not ready", async () => {
  const health: Health = { isServing: false };
  const admin = await startAdminServer("127.0.0.1", 0, health, createMetrics("t").registry);
  const settings = { HOST: "0.0.0.0", ADMIN_PORT: String(admin.port) };
  expect(await isProcessReady(settings)).toBe(false);
  health.isServing = true;
  expect(await isProcessReady(settings)).toBe(true);
  await admin.close();
  expect(await isProcessReady(settings)).toBe(false);
});
