import { randomBytes } from "node:crypto";
import { expect, test, vi } from "vitest";
import { startFakeNats } from "../testing/fake-nats.js";
import { eventually, testBackend } from "../testing/index.js";
import { startProcessBase } from "./process-base.js";

test("a NATS that is too old and answers only after the start ends the process with exit code 1", async () => {
  let answer = () => {};
  const answersAfter = new Promise<void>((resolve) => (answer = resolve));
  const nats = await startFakeNats({ version: "2.8.4", answersAfter });
  const config = {
    MONGODB_URL: testBackend().mongodbUrl,
    NATS_URL: nats.url,
    HOST: "127.0.0.1",
    ADMIN_PORT: 0,
    LOG_LEVEL: "silent",
    SHUTDOWN_DELAY_MS: 0,
    TENANCY_GUARD: true,
    OTEL_RESOURCE_ATTRIBUTES: "",
    OTEL_TRACES_SAMPLER: "always_off" as const,
    OTEL_TRACES_SAMPLER_ARG: 0,
  };
  const databaseName = `test_base_${randomBytes(4).toString("hex")}`;
  const base = await startProcessBase({ name: "kit", config, databaseName });
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  try {
    answer();
    await eventually(() => expect(kill).toHaveBeenCalledWith(process.pid, "SIGTERM"));
    expect(process.exitCode).toBe(1);
  } finally {
    process.exitCode = undefined;
    kill.mockRestore();
    await base.close(async () => undefined);
    nats.stop();
  }
});
