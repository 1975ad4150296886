// Starts a program that is not ours (mongod, nats-server) so that tests may kill, freeze and restart it.
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Failure } from "../console.mjs";
import { takeLastLines, waitForExit } from "./run-command.mjs";

const watchdog = fileURLToPath(new URL("watchdog.sh", import.meta.url));
const startAttemptsMax = 20;

/**
 * Runs a program under the watchdog, which stops it when this process has ended. `pid` is the program's own id, so that
 * a signal reaches the program. `exited` resolves with the exit code.
 */
export async function spawnExternalProcess(program, args, { logFile }) {
  const log = openSync(logFile, "a", 0o600);
  const wrapper = spawn("sh", [watchdog, program, ...args], {
    stdio: ["pipe", "pipe", log],
    // A session of its own: Ctrl-C in the terminal reaches only the supervisor, which stops processes in order.
    detached: true,
  });
  closeSync(log);
  const exited = waitForExit(wrapper);
  const pid = Number(await Promise.race([readFirstLine(wrapper.stdout), exited.then(() => 0)]));
  return {
    pid,
    exited,
    kill: (signal = "SIGKILL") => pid && process.kill(pid, signal),
    stop: async () => {
      wrapper.stdin.end();
      return exited;
    },
  };
}

/**
 * Starts the program and waits for `waitUntilReady(giveUp)`; `giveUp()` returns a reason to stop waiting, or undefined.
 * `args` may be a function, which is called at each start. Returns `{ name, logFile, pid, exited, kill(signal), readErrors(), start(),
 * restart(), stop() }`.
 */
export async function startExternalProcess({ name, path, args, logDir, waitUntilReady }) {
  await mkdir(logDir, { recursive: true });
  const logFile = join(logDir, `${name}.log`);
  let child;

  const start = async () => {
    for (let attempt = 1; ; attempt += 1) {
      let hasExited = false;
      const current = typeof args === "function" ? args() : args;
      child = await spawnExternalProcess(path, current.map(String), { logFile });
      void child.exited.then(() => (hasExited = true));
      try {
        return await waitUntilReady(() => (hasExited ? `${name} exited while starting` : undefined));
      } catch (error) {
        await child.stop();
        const log = await readTail(logFile);
        // The previous instance may still be closing its files after its supervisor was killed: a few seconds at most.
        const isLocked = /DBPathInUse|Unable to lock|already in use/i.test(log);
        if (!isLocked || attempt === startAttemptsMax) {
          throw new Failure(name, `${error.message}\n${findErrorLines(log)}`, `read ${logFile}`);
        }
        await sleep(500);
      }
    }
  };

  await start();
  return {
    name,
    logFile,
    get pid() {
      return child.pid;
    },
    get exited() {
      return child.exited;
    },
    kill: (signal) => child.kill(signal),
    /** The last errors in its log. */
    readErrors: async () => findErrorLines(await readTail(logFile)),
    start,
    stop: () => child.stop(),
    restart: async () => {
      await child.stop();
      await start();
    },
  };
}

const readFirstLine = (stream) =>
  new Promise((resolve) =>
    createInterface({ input: stream })
      .once("line", resolve)
      .once("close", () => resolve(0)),
  );

async function readTail(file) {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, Math.max(0, size - 4096));
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

// mongod logs long JSON lines: of those with severity E or F, keep the message and the error.
function findErrorLines(log) {
  const lines = log.split("\n").map((line) => {
    const [, severity, message] = /^\{.*?"s":"(\w)".*?"msg":"(.*?)"[,}]/.exec(line) ?? [];
    const reason = /"error":"?(.*?)"?[,}]/.exec(line)?.[1];
    return message ? /[EF]/.test(severity) && [message, reason].filter(Boolean).join(": ") : line;
  });
  return takeLastLines(lines.filter(Boolean).join("\n"), 6);
}
