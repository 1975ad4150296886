// One supervised process: start, wait until ready, kill, restart, stop. Output goes to a log file.
import { spawn } from "node:child_process";
import { createWriteStream, openSync, closeSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { scripts } from "./paths.mjs";

const guard = fileURLToPath(new URL("guard.mjs", import.meta.url));

/**
 * A foreign program under the guard. Returns `{ pid, exited, stop(), kill(signal) }`; `pid` is the program's own, so
 * that tests can freeze or kill it. `exited` resolves with the exit code.
 */
export async function startForeign(program, args, { logFile }) {
  const log = openSync(logFile, "a", 0o600);
  const wrapper = spawn(process.execPath, [guard, program, ...args], {
    stdio: ["pipe", "pipe", log],
    // A session of its own: Ctrl-C in the terminal reaches only the supervisor, which stops things in order.
    detached: true,
  });
  closeSync(log);
  const exited = exitOf(wrapper);
  const pid = Number(await Promise.race([firstLine(wrapper.stdout), exited.then(() => 0)]));
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
 * One of our own processes. Its JSON log lines are kept in `logFile`, handed to `onLine`, and the last few hundred in
 * `logs`. `ready` resolves with the parsed `"msg":"ready"` line, and rejects when the process ends before it.
 */
export function startOwn(name, entry, { env, cwd, logFile, onLine = () => undefined }) {
  const logs = [];
  const file = createWriteStream(logFile, { flags: "a", mode: 0o600 });
  const exitWithParent = join(scripts, "lib/exit-with-parent.mjs");
  const child = spawn(process.execPath, ["--enable-source-maps", "--import", exitWithParent, entry], {
    cwd,
    env,
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  child.stdin.on("error", () => undefined);
  const exited = exitOf(child);

  const ready = new Promise((resolve, reject) => {
    const take = (line) => {
      file.write(`${line}\n`);
      logs.push(line);
      if (logs.length > 500) logs.shift();
      const entry = parseLine(line);
      if (entry?.msg === "ready") resolve(entry);
      onLine(line, entry);
    };
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", take);
    child.once("error", reject);
    // Not "exit": that may come before the last lines, which hold the reason.
    child.once("close", (code, signal) =>
      reject(new Error(`${name} ended with ${signal ?? code} before it was ready`)),
    );
  });
  // Whoever waits for `ready` sees the reason; nobody waiting is not a crash of the supervisor.
  ready.catch(() => undefined);
  child.once("close", () => file.end());

  return {
    pid: child.pid,
    logs,
    ready,
    exited,
    kill: (signal = "SIGKILL") => child.kill(signal),
    stop: async (patienceMs = 10_000) => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      const code = await exited;
      clearTimeout(timer);
      return code;
    },
  };
}

const exitOf = (child) =>
  new Promise((resolve) => {
    child.once("error", () => resolve(127));
    child.once("exit", (code, signal) => resolve(signal ?? code));
  });

const firstLine = (stream) =>
  new Promise((resolve) =>
    createInterface({ input: stream })
      .once("line", resolve)
      .once("close", () => resolve(0)),
  );

function parseLine(line) {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
