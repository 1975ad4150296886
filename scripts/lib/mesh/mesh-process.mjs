// One process of the mesh, with its settings: start, kill, restart, stop, and a trial start for `npm run dev`.
import { existsSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Failure } from "../console.mjs";
import { root } from "../paths.mjs";
import { runCommand, takeLastLines } from "../process/run-command.mjs";
import { exitWithParent, spawnServiceProcess } from "../process/service-process.mjs";

// A process that cannot start exits by itself; this is only for one that hangs. Two meshes that start at once on a busy machine need minutes.
const readyTimeoutMs = 300_000;
// Long enough for code that runs after the ready line to fail.
const trialMs = 1_000;

/** See `MeshProcess` in mesh.d.mts. `createTrialEnv()` gives the same settings with other ports. */
export function createMeshProcess(name, { entry, env, createTrialEnv, logFile, onLine, onStart, onExit }) {
  let child;
  // True from its start until the process is stopped on purpose or exits.
  let shouldRun = false;

  const spawnChild = (env) => {
    if (!existsSync(entry)) throw new Failure(name, `${entry} does not exist`, "run `npm run build`");
    const handleLine = (line, entry) => onLine?.(name, line, entry);
    return spawnServiceProcess(name, entry, { env, cwd: root, logFile, onLine: handleLine });
  };
  async function startNow() {
    if (shouldRun) return;
    const started = spawnChild(env);
    child = started;
    // Before it is ready, so that a stop that comes meanwhile counts.
    shouldRun = true;
    try {
      await waitUntilReady(name, started);
    } catch (error) {
      shouldRun = false;
      throw error;
    }
    void started.exited.then((code) => {
      if (started !== child || !shouldRun) return;
      shouldRun = false;
      void onExit?.(meshProcess, code);
    });
    await onStart?.(name);
  }
  // One start at a time: `npm run dev` may restart a process at the moment when it crashes and is started again.
  let lastStart = Promise.resolve();
  const runInOrder = (work) => (lastStart = lastStart.catch(() => undefined).then(work));
  const stop = async (timeoutMs) => {
    shouldRun = false;
    return child?.stop(timeoutMs);
  };

  const meshProcess = {
    name,
    logFile,
    migrate: () => runMigrationJob(name, { entry, env, logFile }),
    start: () => runInOrder(startNow),
    stop,
    tryStart: async () => {
      const trial = spawnChild(await createTrialEnv());
      await waitUntilReady(name, trial);
      const exitCode = await Promise.race([trial.exited, sleep(trialMs, "running")]);
      if (exitCode !== "running") {
        await trial.closed;
        throw createFailure(name, `${name} exited with ${exitCode} after it was ready`, trial);
      }
      await trial.stop();
    },
    kill: (signal = "SIGKILL") => {
      if (signal === "SIGKILL" || signal === "SIGTERM") shouldRun = false;
      return child.kill(signal);
    },
    restart: () =>
      runInOrder(async () => {
        await stop();
        await startNow();
      }),
    get pid() {
      return child?.pid;
    },
    get logs() {
      return child?.logs ?? [];
    },
    get exited() {
      return child?.exited;
    },
  };
  return meshProcess;
}

export async function runMigrationJob(name, { entry, env, logFile }) {
  const args = ["--import", exitWithParent, entry, "--migrate"];
  const { code, stdout, stderr } = await runCommand(process.execPath, args, { env, cwd: root, stdio: "pipe" });
  await appendFile(logFile, stdout + stderr, { mode: 0o600 });
  if (code === 0) return;
  const logs = `${stdout}\n${stderr}`.split("\n");
  throw createFailure(name, "a database was not migrated", { logs, logFile });
}

async function waitUntilReady(name, started) {
  let timer;
  const timeout = new Promise(
    (_, reject) =>
      (timer = setTimeout(reject, readyTimeoutMs, new Error(`not ready after ${readyTimeoutMs / 1000} s`))),
  );
  try {
    await Promise.race([started.ready, timeout]);
  } catch (error) {
    await started.stop();
    throw createFailure(name, error.message, started);
  } finally {
    clearTimeout(timer);
  }
}

const createFailure = (name, reason, { logs, logFile }) =>
  new Failure(name, `${reason}\n${formatLastLogLines(logs)}`, `read ${logFile}`);

// Our processes log JSON; the reason of a failed start is in the messages.
function formatLastLogLines(logs) {
  const messages = logs.map((line) => {
    const [, message] = /"msg":"((?:[^"\\]|\\.)*)"/.exec(line) ?? [];
    return message === undefined ? line : JSON.parse(`"${message}"`);
  });
  return takeLastLines(messages.join("\n"), 12);
}
