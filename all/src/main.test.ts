import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = (...args: string[]): Promise<string> =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, "../dist/main.js"), ...args], { env: {} }).then(
    () => "",
    ({ stderr }: { stderr: string }) => stderr,
  );

test.each(["webhooks", "flows", "console"])("the secrets of %s are encrypted again by its target", async (target) => {
  // Its program is reached, and refuses to run without settings.
  const refused = await run("--target", target, "--reencrypt-secrets");
  expect(refused).toContain("MONGODB_URL");
  expect(refused).not.toContain("needs --target");
});

test("a target that stores no secrets is refused, with those that do", async () => {
  expect(await run("--target", "supply", "--reencrypt-secrets")).toBe(
    "--reencrypt-secrets needs --target all or webhooks or flows or console\n",
  );
});
