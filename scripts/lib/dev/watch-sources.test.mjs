import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createMeshProcess } from "../mesh/mesh-process.mjs";
import { isProcessAlive } from "../process/ports.mjs";
import { isUsedBy, replaceProcess } from "./watch-sources.mjs";

const good = `if (process.argv.includes("--migrate")) process.exit(0); console.log(JSON.stringify({ msg: "ready" })); setInterval(() => undefined, 1000);`;

let folder;
let entry;
let supply;
let stdout;
let stderr;

describe("replacing a process", () => {
  beforeEach(async () => {
    stdout = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    folder = await mkdtemp(join(tmpdir(), "dev-"));
    entry = join(folder, "main.mjs");
    await writeFile(entry, good);
    const { env } = process;
    const logFile = join(folder, "supply.log");
    supply = createMeshProcess("supply", { entry, env, createTrialEnv: async () => env, logFile });
    await supply.start();
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    await supply.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const readOutput = (spy) => spy.mock.calls.map(([text]) => text).join("");

  test("a change that starts replaces the process", async () => {
    const { pid } = supply;
    await replaceProcess(supply);
    expect(supply.pid).not.toBe(pid);
    expect(isProcessAlive(pid)).toBe(false);
    expect(isProcessAlive(supply.pid)).toBe(true);
  });

  test.each([
    ["before it is ready", `console.error("no such setting"); process.exit(1);`],
    ["just after it was ready", `${good} setTimeout(() => { throw new Error("no such setting"); }, 1);`],
  ])("a change that crashes %s leaves the old process running, and the output says so", async (_, code) => {
    const { pid } = supply;
    await writeFile(entry, code);
    await replaceProcess(supply);
    expect(supply.pid).toBe(pid);
    expect(isProcessAlive(pid)).toBe(true);
    expect(readOutput(stderr)).toContain("no such setting");
    expect(readOutput(stdout)).toContain(`supply still runs with the code from before the change (process ${pid})`);
  });
});

test.each([
  ["services/supply/src/main.ts", "supply", true],
  ["services/supply/src/main.ts", "flows", false],
  ["gateway/src/main.ts", "gateway", true],
  ["gateway/src/main.ts", "supply", false],
  ["packages/kit/src/index.ts", "flows", true],
])("%s is used by %s: %s", (file, name, expected) => {
  expect(isUsedBy(file, name)).toBe(expected);
});
