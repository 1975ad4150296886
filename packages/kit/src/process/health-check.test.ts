import { expect, test } from "vitest";
import { isProcessReady } from "./health-check.js";
import { startAdminServer } from "./admin-server.js";

test("--health follows readiness; a process that does not run is not ready", async () => {
  let isServing = false;
  const admin = await startAdminServer("127.0.0.1", 0, {
    isServing: () => isServing,
    renderMetrics: async () => "",
  });
  const settings = { HOST: "0.0.0.0", ADMIN_PORT: String(admin.port) };
  expect(await isProcessReady(settings)).toBe(false);
  isServing = true;
  expect(await isProcessReady(settings)).toBe(true);
  await admin.close();
  expect(await isProcessReady(settings)).toBe(false);
});
