import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Prints the MB of the young generation at the end of the start, then of an idle process and of a busy one, which both keep what they make. */
const program = `
  import { endStartUp } from "@tenant-ops/kit/start-up";
  import { setTimeout as sleep } from "node:timers/promises";
  import { getHeapSpaceStatistics } from "node:v8";
  const kept = [];
  const keep = (count) => {
    for (let index = 0; index < count; index += 1) kept.push({ index, own: [index] });
    return getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size / 2 ** 20;
  };
  const loading = keep(400_000);
  let share = 0.1;
  endStartUp(() => share);
  await sleep(1200);
  const idle = keep(400_000);
  share = 0.5;
  let busy = 0;
  while (busy <= idle) {
    busy = keep(100_000);
    await sleep(1);
    if (kept.length > 4_000_000) kept.length = 0;
  }
  process.stdout.write(JSON.stringify({ loading, idle, busy }));
`;

test("the young generation of V8 stays small while a program loads and while it is idle, and grows while it is busy", async () => {
  const args = ["--input-type=module", "--eval", program];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: join(import.meta.dirname, "../.."),
  });
  const { loading, idle, busy } = JSON.parse(stdout) as Record<"loading" | "idle" | "busy", number>;
  expect(loading).toBeLessThan(8);
  expect(idle).toBeLessThan(8);
  expect(busy).toBeGreaterThan(idle);
  // V8 writes there when it does not know a flag.
  expect(stderr).toBe("");
});
