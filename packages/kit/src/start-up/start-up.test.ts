import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Keeps 400,000 objects, as a program that loads does, and prints the MB of the young generation before and after the end of the start. */
const program = `
  import { endStartUp } from "@tenant-ops/kit/start-up";
  import { getHeapSpaceStatistics } from "node:v8";
  const kept = [];
  const fill = () => {
    for (let index = 0; index < 400_000; index += 1) kept.push({ index, own: [index] });
    return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size / 2 ** 20;
  };
  const loading = fill();
  endStartUp();
  process.stdout.write(JSON.stringify({ loading, serving: fill() }));
`;

test("the young generation of V8 stays small while a program loads, and grows afterwards", async () => {
  const args = ["--input-type=module", "--eval", program];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: join(import.meta.dirname, "../.."),
  });
  const { loading, serving } = JSON.parse(stdout) as { loading: number; serving: number };
  expect(loading).toBeLessThan(8);
  expect(serving).toBeGreaterThan(loading);
  // V8 writes there when it does not know a flag.
  expect(stderr).toBe("");
});
