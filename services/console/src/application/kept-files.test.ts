import { randomBytes } from "node:crypto";
import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, dayMs } from "@tenant-ops/kit/data";
import { createLogger, type Logger } from "@tenant-ops/kit/telemetry";
import { openTestDatabase, testBackend } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestConsole, type TestConsole } from "../testing.js";
import { findKeptFile, keepFiles, keptFileIndexes, startKeepingFiles } from "./kept-files.js";

let service: TestConsole;
let db: Database;
beforeAll(async () => {
  service = await startTestConsole();
  db = await openTestDatabase({
    url: testBackend().mongodbUrl,
    name: `test_kept_files_${randomBytes(4).toString("hex")}`,
    appName: "console",
    logger: createLogger("console", "silent"),
    indexes: {},
    sharedIndexes: { applicationFiles: keptFileIndexes },
  });
});
afterAll(async () => {
  await service.close();
  await db.close();
});

async function buildVersion(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "assets-"));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

const findExpiry = async (name: string) =>
  (await db.shared<{ _id: string; expiresAt: Date | null }>("applicationFiles").findOne({ _id: name }))?.expiresAt;

test("files of the version before are found for a day, and longer when that version starts again", async () => {
  const [first, second] = [
    await buildVersion({ "page-1a.js": "first", "style-1a.css": "a{}", "style-1a.css.br": "x" }),
    await buildVersion({ "page-2b.js": "second", "style-1a.css": "a{}" }),
  ];
  const now = new Date();
  await keepFiles(db, first, now);
  // Two replicas that start at once store the same.
  await Promise.all([keepFiles(db, second, now), keepFiles(db, second, now)]);
  expect(await findKeptFile(db, "page-1a.js")).toEqual({
    content: Buffer.from("first"),
    type: "text/javascript; charset=utf-8",
  });
  expect(await findExpiry("page-1a.js")).toEqual(new Date(now.getTime() + dayMs));
  expect([await findExpiry("style-1a.css"), await findExpiry("page-2b.js")]).toEqual([null, null]);
  await keepFiles(db, first, now);
  expect([await findExpiry("page-1a.js"), await findExpiry("page-2b.js")]).toEqual([
    null,
    new Date(now.getTime() + dayMs),
  ]);
  await Promise.all([first, second].map((folder) => rm(folder, { recursive: true })));
});

test("a replica serves a file of the version before, and says 404 for one of no version", async () => {
  const folder = await buildVersion({ "older-3c.js": "older" });
  await keepFiles(service.running.context.db, folder);
  const get = (name: string) => fetch(`${service.httpUrl}/assets/${name}`);
  const found = await get("older-3c.js");
  expect([found.status, found.headers.get("content-type"), await found.text()]).toEqual([
    200,
    "text/javascript; charset=utf-8",
    "older",
  ]);
  for (const name of ["older-3c.js.br", "unknown-1a.js", "..%2findex.html", "older-3c.js/x"])
    expect((await get(name)).status).toBe(404);
  await rm(folder, { recursive: true });
});

test("files that could not be stored at the start are stored as soon as it is possible", async () => {
  const built = await buildVersion({ "late-4d.js": "late" });
  const folder = `${built}-missing`;
  const error = vi.fn<() => void>();
  const stop = startKeepingFiles(db, { error } as unknown as Logger, folder, 10);
  await expect.poll(() => error.mock.calls.length).toBeGreaterThan(0);
  await rename(built, folder);
  await expect.poll(async () => (await findKeptFile(db, "late-4d.js"))?.content.toString()).toBe("late");
  await stop();
  await rm(folder, { recursive: true });
});
