import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { watchFiles } from "./watch-files.mjs";

let root;
let watcher;
let reports;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "watch-"));
  for (const folder of ["proto", "packages", "gateway", "services/supply/src", "services/supply/dist"])
    await mkdir(join(root, folder), { recursive: true });
  await writeFile(join(root, "services/supply/src/a.ts"), "0");
  reports = [];
  watcher = await watchFiles(root, async (files) => {
    for (const file of files) reports.push({ file, text: await readFile(join(root, file), "utf8") });
  });
});
afterEach(async () => {
  await watcher.close();
  await rm(root, { recursive: true, force: true });
});

// As vim, JetBrains IDEs and others save: write a temporary file, then rename it over the old one.
async function saveByRename(file, text) {
  await writeFile(join(root, `${file}~`), text);
  await rename(join(root, `${file}~`), join(root, file));
}

/** On a busy machine one change may be reported twice. */
async function expectReport(file, text) {
  await expect.poll(() => reports).toContainEqual({ file, text });
}

test("a file is reported after every save by rename, not only after the first", async () => {
  const file = "services/supply/src/a.ts";
  for (const text of ["1", "2", "3"]) {
    await saveByRename(file, text);
    await expectReport(file, text);
  }
  expect(new Set(reports.map((report) => report.file))).toEqual(new Set([file]));
});

test("a file in a new folder is reported; compiled files and tests are not", async () => {
  await writeFile(join(root, "services/supply/dist/a.ts"), "1");
  await writeFile(join(root, "services/supply/src/a.test.ts"), "1");
  await mkdir(join(root, "services/supply/src/new"));
  await writeFile(join(root, "services/supply/src/new/b.ts"), "1");
  await expectReport("services/supply/src/new/b.ts", "1");
  expect(new Set(reports.map(({ file }) => file))).toEqual(new Set(["services/supply/src/new/b.ts"]));
});
