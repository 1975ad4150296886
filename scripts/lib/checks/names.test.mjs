import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findUnknownNames } from "./names.mjs";

const folder = await mkdtemp(join(tmpdir(), "names-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

test("a file, a command and a setting that do not exist are reported with page and line, in decisions too", async () => {
  await mkdir(join(folder, "docs/decisions"), { recursive: true });
  await writeFile(join(folder, "package.json"), '{"scripts":{"test":"x","test:nightly":"x"}}');
  await writeFile(join(folder, "docs/settings.md"), "| `LOG_LEVEL` | `info` |\n");
  await writeFile(join(folder, "docs/decisions/0001.md"), "`scripts/gone.mjs`\n");
  const known =
    "`npm run test:nightly`, `docs/settings.md`, `SUPPLY_LOG_LEVEL_FILE`, `e2e/*.test.ts`, `events.supply.x`";
  const unknown = "`npm run gone`, `scripts/gone.mjs`, `GONE_SETTING`";
  await writeFile(join(folder, "README.md"), `${known}\n${unknown}\n`);
  const expected = [
    "README.md:2  npm run gone: no such script in package.json",
    "README.md:2  scripts/gone.mjs: no such file",
    "README.md:2  GONE_SETTING: not in docs/settings.md",
    "docs/decisions/0001.md:1  scripts/gone.mjs: no such file",
  ];
  expect(new Set(await findUnknownNames(folder))).toEqual(new Set(expected));
});
