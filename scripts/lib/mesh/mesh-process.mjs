// One process of the mesh, with its settings: start, kill, restart, stop, and a trial start for `npm run dev`.
import { existsSync } from "node:fs";
import { Failure } from "../console.mjs";
import { root } from "../paths.mjs";
import { takeLastLines } from "../process/run-command.mjs";
import { spawnServiceProcess } from "../process/service-process.mjs";

const readyTimeoutMs = 30_000;

/** See `MeshProcess` in mesh.d.mts. `createTrialEnv()` gives the same settings with other ports. */
export function createMeshProcess(name, { entry, env, createTrialEnv, logFile, onLine, onStart, onExit }) {
  let child;
  // False while a test or the supervisor stops the process on purpose.
  let shouldRun = false;

  const spawnChild = (env) => {
    if (!existsSync(entry)) throw new Failure(name, `${entry} does not exist`, "run `npm run build`");
    const handleLine = (line, entry) => onLine?.(name, line, entry);
    return spawnServiceProcess(name, entry, { env, cwd: root, logFile, onLine: handleLine });
  };
  const waitUntilReady = async (started) => {
    let timer;
    const timeout = new Promise(
      (_, reject) => (timer = setTimeout(reject, readyTimeoutMs, new Error("not ready after 30 s"))),
    );
    try {
      await Promise.race([started.ready, timeout]);
    } catch (error) {
      await started.stop();
      throw new Failure(name, `${error.message}\n${formatLastLogLines(started.logs)}`, `read ${logFile}`);
    } finally {
      clearTimeout(timer);
    }
  };

  async function start() {
    const started = spawnChild(env);
    child = started;
    await waitUntilReady(started);
    shouldRun = true;
    void started.exited.then((code) => started === child && shouldRun && onExit?.(name, code));
    await onStart?.(name);
  }
  const stop = async (timeoutMs) => {
    shouldRun = false;
    return child?.stop(timeoutMs);
  };

  return {
    name,
    logFile,
    start,
    stop,
    tryStart: async () => {
      const trial = spawnChild(await createTrialEnv());
      await waitUntilReady(trial);
      await trial.stop();
    },
    kill: (signal = "SIGKILL") => {
      if (signal === "SIGKILL" || signal === "SIGTERM") shouldRun = false;
      return child.kill(signal);
    },
    restart: async () => {
      await stop();
      await start();
    },
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
}

// Our processes log JSON; the reason of a failed start is in the messages.
function formatLastLogLines(logs) {
  const messages = logs.map((line) => {
    const [, message] = /"msg":"((?:[^"\\]|\\.)*)"/.exec(line) ?? [];
    return message === undefined ? line : JSON.parse(`"${message}"`);
  });
  return takeLastLines(messages.join("\n"), 12);
}
