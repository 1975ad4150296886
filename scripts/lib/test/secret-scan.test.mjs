import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { loadSecrets } from "../mesh/secrets.mjs";
import { findSecret, scanLogs } from "./secret-scan.mjs";

// Not in the folder of the test run: its logs are scanned, and this folder contains made-up secrets.
const folder = await mkdtemp(join(tmpdir(), "secret-scan-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

// Composed here, so that this file itself contains no secret.
const letters = "aB3".repeat(20);

test.each([
  ["a tenant key", `"key":"svc_live_${letters}"`],
  ["a webhook secret", `whsec_${letters}`],
  ["a token", `Bearer ${["eyJhbGciOiJ9", "eyJpc3MiOiJ9", letters].join(".")}`],
  ["a generated secret", "the pepper is known-value"],
])("%s is found in a log line", (kind, line) => {
  expect(findSecret(line, ["known-value"])).toBe(kind);
});

test("a shortened key and ordinary lines are not reported", () => {
  expect(findSecret(`{"msg":"ready","key":"svc_live_aB3…","tool":"supply_list_stocks"}`)).toBeUndefined();
});

test("every log under the folder is searched; findings have file and line, not the secret", async () => {
  const dir = await mkdtemp(join(folder, "x-"));
  const { operatorKey } = await loadSecrets(dir);
  await writeFile(join(dir, "gateway.log"), `fine\noperator ${operatorKey}\n`);
  const { findings, lines } = await scanLogs(dir);
  expect({ findings, lines }).toEqual({
    lines: 2,
    findings: [{ file: join(dir, "gateway.log"), line: 2, kind: "a generated secret" }],
  });
});

test("the secrets of a mesh stay the same at every start, and only the owner may read them", async () => {
  const dir = await mkdtemp(join(folder, "x-"));
  const first = await loadSecrets(dir);
  expect(await loadSecrets(dir)).toEqual(first);
  expect((await stat(join(dir, "secrets.json"))).mode & 0o777).toBe(0o600);
});
