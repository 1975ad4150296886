import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("every link that opens a tab is the one that says so", () => {
  const root = join(import.meta.dirname, "..");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const opening = files.filter((name) => readFileSync(join(root, name), "utf8").includes('target="_blank"'));
  expect(opening.filter((name) => !name.endsWith(".test.ts"))).toEqual(["components/external-link.tsx"]);
});
