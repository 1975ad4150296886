import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { newContextKeys, testBackend } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle, programs } from "./bundle.mjs";

// Outside the checkout, where no node_modules can help a bundle that lacks something.
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bundles-"));
});
afterAll(() => rm(folder, { recursive: true }));

const services = Object.keys(programs).filter((name) => name !== "setup");
const gateway = newContextKeys("gateway");
const flows = newContextKeys("flows");

describe.each(services)("the image of %s", (name) => {
  test("is one file under 10 MB that starts, answers --health and leaves at SIGTERM", { timeout: 60_000 }, async () => {
    const file = join(folder, `${name}.mjs`);
    await bundle(name, file);
    const { size } = await stat(file);
    expect(size).toBeLessThan(10e6);

    const settings = await settingsOf(name);
    const started = performance.now();
    const program = spawn(process.execPath, [file], { env: settings, stdio: ["ignore", "pipe", "pipe"] });
    const readyMs = await ready(program).then(() => performance.now() - started);
    expect(await exitCode(file, settings)).toBe(0);
    program.kill("SIGTERM");
    const [code] = (await once(program, "exit")) as [number | null];
    expect(code).toBe(0);
    expect(await exitCode(file, settings)).toBe(1);
    console.log(`${name}: ${(size / 1e6).toFixed(1)} MB, ready after ${Math.round(readyMs)} ms (indexes included)`);
  });
});

test("a program that still waits for its database ends at SIGTERM, although a container's first process gets no default", async () => {
  const file = join(import.meta.dirname, "..", programs.supply);
  const settings = { ...(await settingsOf("supply")), MONGODB_URL: `mongodb://127.0.0.1:${await freePort()}` };
  const program = spawn(process.execPath, [file], { env: settings, stdio: "ignore" });
  const admin = `http://127.0.0.1:${settings.ADMIN_PORT}/livez`;
  await expect
    .poll(
      () =>
        fetch(admin).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 5000 },
    )
    .toBe(true);
  program.kill("SIGTERM");
  expect(await once(program, "exit")).toEqual([0, null]);
});

/** Only what the platform would give: a bundle must not lean on this test's environment. */
async function settingsOf(name: string) {
  const { mongodbUrl, natsUrl } = testBackend();
  const common = {
    MONGODB_URL: mongodbUrl,
    MONGODB_DATABASE: `bundle_${name}_${randomBytes(4).toString("hex")}`,
    NATS_URL: natsUrl,
    HOST: "127.0.0.1",
    ADMIN_PORT: String(await freePort()),
    SHUTDOWN_DELAY_MS: "0",
    NODE_ENV: "production",
  };
  const secret = () => randomBytes(32).toString("base64url");
  if (name === "gateway") {
    const addresses = services.flatMap((service) => {
      const prefix = service.toUpperCase();
      return [
        [`${prefix}_GRPC_URL`, "127.0.0.1:1"],
        [`${prefix}_HTTP_URL`, "http://127.0.0.1:1"],
      ];
    });
    return {
      ...common,
      ...Object.fromEntries(addresses),
      PORT: "0",
      CALL_CONTEXT_PRIVATE_KEY: gateway.privateKey,
      TOKEN_PRIVATE_KEY: newContextKeys("token").privateKey,
      PROPOSAL_SECRET: secret(),
      API_KEY_PEPPER: secret(),
      OPERATOR_KEY: secret(),
    };
  }
  return {
    ...common,
    GRPC_PORT: "0",
    HTTP_PORT: "0",
    CALL_CONTEXT_PUBLIC_KEYS: gateway.publicKeys,
    ...(name === "flows" && {
      CALL_CONTEXT_PRIVATE_KEY: flows.privateKey,
      ROULETTES_GRPC_URL: "127.0.0.1:1",
      LEARNING_GRPC_URL: "127.0.0.1:1",
      CONSOLE_URL: "http://127.0.0.1:1",
    }),
    ...(name === "webhooks" && { WEBHOOK_SECRET_KEY: secret() }),
  };
}

async function ready(program: ChildProcessByStdio<null, Readable, Readable>): Promise<void> {
  let complaint = "";
  program.stderr.on("data", (chunk: Buffer) => (complaint += chunk.toString()));
  for await (const line of createInterface({ input: program.stdout })) {
    if (line.includes('"msg":"ready"')) return;
  }
  throw new Error(`it ended before it was ready: ${complaint}`);
}

async function exitCode(file: string, env: Record<string, string>): Promise<number> {
  const { code = 0 } = (await promisify(execFile)(process.execPath, [file, "--health"], { env }).catch(
    (error: { code: number }) => error,
  )) as { code?: number };
  return code;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (typeof address !== "object" || !address) throw new Error("no port");
  return address.port;
}
