import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { root } from "./tools.mjs";

const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), "tenant-ops-generate-test-"));
afterAll(() => rm(folder, { recursive: true }));

test("generating names the files that it wrote, those of its own options too, and nothing when all are right", async () => {
  const copy = join(folder, "proto");
  const filter = (path) => !/\/(node_modules|dist)$/.test(path);
  await cp(root, copy, { recursive: true, filter });
  for (const name of ["node_modules", "tsconfig.base.json"]) await symlink(join(root, "..", name), join(folder, name));
  const files = ["gen/tenantops/tool/v1/tool_pb.ts", "gen/tools/supply_list_stocks.json"];
  for (const file of files) await rm(join(copy, file));
  const generate = async () => (await run("node", ["scripts/generate.mjs"], { cwd: copy })).stdout;
  expect((await generate()).trim().split("\n").toSorted()).toEqual(files.map((file) => `proto/${file} written`));
  expect(await generate()).toBe("");
});
