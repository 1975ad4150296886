import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { spawnExternalProcess } from "./external-process.mjs";
import { isProcessAlive } from "./ports.mjs";
import { spawnServiceProcess } from "./service-process.mjs";
import { waitFor } from "./wait-for.mjs";

const folder = await mkdtemp(join(tmpdir(), "processes-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const createFolder = () => mkdtemp(join(folder, "x-"));

// Starts a supervisor that starts one child and prints its pid, then kills the supervisor.
async function killSupervisorOf(code) {
  const getUrl = (file) => JSON.stringify(new URL(file, import.meta.url).href);
  const script = `import { spawnExternalProcess } from ${getUrl("external-process.mjs")};
    import { spawnServiceProcess } from ${getUrl("service-process.mjs")};
    const logFile = ${JSON.stringify(join(await createFolder(), "child.log"))};
    const started = ${code};
    console.log(started.pid);
    setInterval(() => undefined, 1000);`;
  const supervisor = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pid = Number(await new Promise((resolve) => supervisor.stdout.once("data", resolve)));
  expect(isProcessAlive(pid)).toBe(true);
  supervisor.kill("SIGKILL");
  return pid;
}

async function expectExit(pid) {
  await waitFor("the exit of the child", () => !isProcessAlive(pid), { timeoutMs: 60_000 });
}

test("an external program exits when its supervisor is killed", async () => {
  await expectExit(await killSupervisorOf(`await spawnExternalProcess("sleep", ["300"], { logFile })`));
});

test("an external program exits when its supervisor has ended before it could read the process id", async () => {
  // The reader of the pipe has ended when the watchdog writes. The watchdog ends after its program.
  const script = `(sleep 1; exec sh "$0" sleep 300 </dev/null) | true`;
  const options = { detached: true, stdio: "ignore" };
  const shell = spawn("sh", ["-c", script, join(import.meta.dirname, "watchdog.sh")], options);
  await expectExit(shell.pid);
});

test("a service process exits when its supervisor is killed", async () => {
  const entry = join(await createFolder(), "main.mjs");
  await writeFile(entry, "setInterval(() => undefined, 1000);");
  const code = `spawnServiceProcess("x", ${JSON.stringify(entry)}, { env: process.env, logFile })`;
  await expectExit(await killSupervisorOf(code));
});

test("the output and the exit code of an external program are kept", async () => {
  const logFile = join(await createFolder(), "x.log");
  const child = await spawnExternalProcess("sh", ["-c", "echo hello; exit 3"], { logFile });
  expect(await child.exited).toBe(3);
  expect(await readFile(logFile, "utf8")).toBe("hello\n");
});

test("of a program that a signal ends the exit code says which signal", async () => {
  const child = await spawnExternalProcess("sleep", ["300"], { logFile: join(await createFolder(), "x.log") });
  child.kill("SIGKILL");
  expect(await child.exited).toBe(137);
});

test("a service process is ready with its ready line, and its last lines are kept when it exits before", async () => {
  const dir = await createFolder();
  const entry = join(dir, "main.mjs");
  await writeFile(entry, `console.log(JSON.stringify({ msg: "ready", port: 1 })); setInterval(() => undefined, 1000);`);
  const good = spawnServiceProcess("good", entry, { env: process.env, logFile: join(dir, "good.log") });
  expect(await good.ready).toMatchObject({ port: 1 });
  expect(await good.stop()).toBe("SIGTERM");

  await writeFile(entry, `console.error("no such setting"); process.exit(1);`);
  const bad = spawnServiceProcess("bad", entry, { env: process.env, logFile: join(dir, "bad.log") });
  await expect(bad.ready).rejects.toThrow("bad exited with 1 before it was ready");
  expect(bad.logs).toEqual(["no such setting"]);
});
