import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { createMeshProcess } from "./mesh-process.mjs";

const folder = await mkdtemp(join(tmpdir(), "mesh-process-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A process with this program, the promise of its first line, and what was called when it exited. */
async function createProcess(program) {
  const entry = join(folder, "main.mjs");
  await writeFile(entry, `${program}\nconsole.log("begun");\nsetInterval(() => undefined, 1000);`);
  const onExit = vi.fn();
  let setBegun;
  const begun = new Promise((resolve) => (setBegun = resolve));
  const one = createMeshProcess("x", {
    ...{ entry, env: process.env, logFile: join(folder, "x.log"), onExit },
    onLine: (_, line) => line.includes("begun") && setBegun(),
  });
  return { one, begun, onExit };
}

const sayReady = `console.log('{"msg":"ready"}');`;

test("a process that becomes ready while it is stopped has not exited by itself", async () => {
  const { one, begun, onExit } = await createProcess(
    `process.on("SIGTERM", () => { ${sayReady} setTimeout(() => process.exit(0), 100); });`,
  );
  const started = one.start();
  await begun;
  await one.stop();
  await started;
  expect(await one.exited).toBe(0);
  expect(onExit).not.toHaveBeenCalled();
});

test("a process that exits after it was ready is handed over, so that it can be started again", async () => {
  const { one, onExit } = await createProcess(`${sayReady} setTimeout(() => process.exit(3), 100);`);
  await one.start();
  await expect.poll(() => onExit.mock.calls).toEqual([[one, 3]]);
  await one.start();
  expect(await one.exited).toBe(3);
});
