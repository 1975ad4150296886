import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { findEntry } from "../../scripts/lib/mesh/mesh-plan.mjs";
import { startAll } from "./all.js";
import { createTestEnvironment } from "./testing.js";

const main = findEntry("all");

const run = (...args: string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [main, ...args], { env: {} }).then(
    () => "",
    ({ stderr }: { stderr: string }) => stderr,
  );

test.each(["webhooks", "flows", "console"])("the secrets of %s are encrypted again by its target", async (target) => {
  // Its program is reached, and refuses to run without settings.
  const refused = await run("--target", target, "--reencrypt-secrets");
  expect(refused).toContain("MONGODB_URL");
  expect(refused).not.toContain("needs --target");
});

test.each(["--migrate", "--reconcile"])("a job (%s) that is ended by a signal says so", async (argument) => {
  // A database that accepts connections and does not answer.
  const database = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void database.close());
  await once(database, "listening");
  const MONGODB_URL = `mongodb://127.0.0.1:${(database.address() as AddressInfo).port}/`;
  const job = spawn(process.execPath, [main, "--target", "supply", argument], { env: { MONGODB_URL } });
  let printed = "";
  job.stderr.on("data", (text: Buffer) => (printed += text.toString()));
  await once(database, "connection");
  job.kill("SIGTERM");
  const [code] = (await once(job, "close")) as [number];
  expect([code, printed]).toEqual([1, expect.stringMatching(/^supply was not \w+\. It was ended by SIGTERM\.\n$/)]);
});

test("a target that stores no secrets is refused, with those that do", async () => {
  expect(await run("--target", "supply", "--reencrypt-secrets")).toBe(
    "--reencrypt-secrets needs --target all or webhooks or flows or console\n",
  );
});

test("wrong and missing settings of all parts are reported together, by the names to set", async () => {
  const environment = await createTestEnvironment();
  const { GATEWAY_CALL_CONTEXT_PRIVATE_KEY: _, LINK_SECRET: __, ...incomplete } = environment;
  const refused = await startAll({ ...incomplete, QUOTA_STOCKS: "many", MONGODB_DATABASE: "data" }).catch(
    (error: Error) => error.message,
  );
  for (const name of ["GATEWAY_CALL_CONTEXT_PRIVATE_KEY", "LINK_SECRET", "QUOTA_STOCKS", "MONGODB_DATABASE"])
    expect(refused).toContain(`${name}: `);
});
