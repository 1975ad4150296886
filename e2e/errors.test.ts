import { type ErrorCode, errorTable } from "@tenant-ops/kit/errors";
import { expect, test } from "vitest";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** Every test file of the repository. */
function testFiles(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (["node_modules", "dist", ".data", ".git", "gen"].includes(name)) return [];
    if (statSync(path).isDirectory()) return testFiles(path);
    return name.endsWith(".test.ts") && path !== import.meta.filename ? [path] : [];
  });
}

const tests = ["packages", "gateway", "services", "e2e"].flatMap((folder) => testFiles(join(root, folder)));
const words = tests.map((path) => readFileSync(path, "utf8")).join("\n");

const codes = Object.keys(errorTable) as ErrorCode[];

test("every error code of the table occurs in a test", () => {
  expect(codes.filter((code) => !words.includes(`"${code}"`))).toEqual([]);
});
