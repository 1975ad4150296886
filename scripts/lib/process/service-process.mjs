// Starts one of our own processes (the gateway or a service): log file, ready line, stop.
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { waitForExit } from "./run-command.mjs";

/** Module to `--import` into a process of ours whose standard input is a pipe. */
export const exitWithParent = fileURLToPath(new URL("exit-with-parent.mjs", import.meta.url));
const keptLogLines = 500;
/** V8 keeps less garbage under a lower limit and needs more CPU time for it: docs/decisions/0066-start-and-memory.md. */
const heapMb = 1024;
/** All threads share the memory that they have freed; deploy/Dockerfile sets the same. By default each of those of V8 keeps 3 MB. */
const arenasMax = 1;

/**
 * Log lines go to `logFile`, to `onLine(line, entry)`, and the last 500 to `logs`. `ready` resolves with the parsed
 * `"msg":"ready"` line and rejects when the process exits before it wrote that line. `closed` resolves after `exited`, when `logs` has its
 * last lines.
 */
export function spawnServiceProcess(name, entry, { env, cwd, logFile, onLine = () => undefined }) {
  // Of two limits the last one counts. In a container the limit is half of its memory.
  const NODE_OPTIONS = `--max-old-space-size=${heapMb} ${env.NODE_OPTIONS ?? ""}`;
  const child = spawn(process.execPath, ["--enable-source-maps", "--import", exitWithParent, entry], {
    cwd,
    env: { ...env, NODE_OPTIONS, MALLOC_ARENA_MAX: String(arenasMax) },
    stdio: ["pipe", "pipe", "pipe"],
    // A session of its own: Ctrl-C in the terminal reaches only the supervisor, which stops processes in order.
    detached: true,
  });
  child.stdin.on("error", () => undefined);
  const exited = waitForExit(child);
  const closed = new Promise((resolve) => child.once("close", resolve));
  const logs = [];
  const file = createWriteStream(logFile, { flags: "a", mode: 0o600 });

  const ready = new Promise((resolve, reject) => {
    const handleLine = (line) => {
      file.write(`${line}\n`);
      logs.push(line);
      if (logs.length > keptLogLines) logs.shift();
      const entry = parseLogLine(line);
      if (entry?.msg === "ready") resolve(entry);
      onLine(line, entry);
    };
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on("line", handleLine);
    child.once("error", reject);
    // "close", not "exit": "exit" may come before the last log lines, which hold the reason.
    child.once("close", (code, signal) =>
      reject(new Error(`${name} exited with ${signal ?? code} before it was ready`)),
    );
  });
  // Callers that await `ready` get the rejection; without this line it would end a supervisor that does not await it.
  ready.catch(() => undefined);
  child.once("close", () => file.end());

  return {
    pid: child.pid,
    logFile,
    logs,
    ready,
    exited,
    closed,
    kill: (signal = "SIGKILL") => child.kill(signal),
    stop: async (timeoutMs = 10_000) => {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
      const code = await exited;
      clearTimeout(timer);
      return code;
    },
  };
}

function parseLogLine(line) {
  if (!line.startsWith("{")) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
