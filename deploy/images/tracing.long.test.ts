import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { createContextKeys, testBackend } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundle } from "./bundle.mjs";

// A folder outside the checkout, where a bundle cannot load a missing package from node_modules.
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "traced-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a bundle sends traces without further files, and sends the last spans at SIGTERM", async () => {
  const file = join(folder, "supply.mjs");
  await bundle("supply", file);
  const received: string[] = [];
  const collector = createServer((request, response) => {
    request.setEncoding("utf8").on("data", (part: string) => void received.push(part));
    request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  });
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));

  const { mongodbUrl, natsUrl } = testBackend();
  const ofDatabase = { MONGODB_URL: mongodbUrl, MONGODB_DATABASE: `test_traced_${randomBytes(4).toString("hex")}` };
  await promisify(execFile)(process.execPath, [file, "--migrate"], { env: ofDatabase });
  const program = spawn(process.execPath, [file], {
    env: {
      ...ofDatabase,
      NATS_URL: natsUrl,
      HOST: "127.0.0.1",
      GRPC_PORT: "0",
      HTTP_PORT: "0",
      ADMIN_PORT: "0",
      CALL_CONTEXT_PUBLIC_KEYS: createContextKeys("gateway").publicKeys,
      SHUTDOWN_DELAY_MS: "0",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: program.stdout });
  const { httpPort } = await new Promise<{ httpPort: number }>((resolve) =>
    lines.on("line", (line) => line.includes('"msg":"ready"') && resolve(JSON.parse(line) as { httpPort: number })),
  );
  const refused = await fetch(`http://127.0.0.1:${httpPort}/v1/public/supply/withdrawal-types`);
  expect(refused.status).toBe(401);
  program.kill("SIGTERM");
  const [code] = (await once(program, "exit")) as [number | null];
  expect(code).toBe(0);
  expect(received.join("")).toContain("GET /v1/public/supply/withdrawal-types");
  collector.close();
});
