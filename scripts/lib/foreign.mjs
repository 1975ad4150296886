// A foreign server that is ready when it answers, and that tests may kill, freeze and restart.
import { mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { startForeign } from "./child.mjs";
import { readJson, writePrivateJson } from "./paths.mjs";
import { freePort, isFree } from "./ports.mjs";
import { lastLines, sleep } from "./run.mjs";
import { Failure } from "./say.mjs";

/**
 * Starts the program and waits for `ready(giveUp)`, where `giveUp()` tells a reason to stop waiting.
 * The result: `{ name, logFile, pid, exited, kill(signal), start(), restart(), stop() }`.
 */
export async function superviseForeign({ name, path, args, logDir, ready }) {
  await mkdir(logDir, { recursive: true });
  const logFile = join(logDir, `${name}.log`);
  let child;

  const start = async () => {
    // A predecessor whose supervisor was killed may still be closing its files; it is gone within seconds.
    for (let attempt = 1; ; attempt += 1) {
      let ended = false;
      child = await startForeign(path, args.map(String), { logFile });
      void child.exited.then(() => (ended = true));
      try {
        return await ready(() => (ended ? `${name} ended while starting` : undefined));
      } catch (error) {
        await child.stop();
        const log = await tail(logFile);
        const isLocked = /DBPathInUse|Unable to lock|already in use/i.test(log);
        if (!isLocked || attempt === 20) {
          throw new Failure(name, `${error.message}\n${complaints(log)}`, `read ${logFile}`);
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
    start,
    stop: () => child.stop(),
    restart: async () => {
      await child.stop();
      await start();
    },
  };
}

/** The port is kept with the data: a replica set remembers its own address. */
export async function keptPort(dataDir, name) {
  const file = join(dataDir, `${name}.port.json`);
  const kept = await readJson(file);
  if (kept && (await isFree(kept.port))) return kept.port;
  const port = await freePort();
  await writePrivateJson(file, { port });
  return port;
}

async function tail(file) {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, Math.max(0, size - 4096));
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

// mongod's lines are JSON with everything in them; a person needs the sentence and the reason.
function complaints(log) {
  const lines = log.split("\n").map((line) => {
    const [, severity, message] = /^\{.*?"s":"(\w)".*?"msg":"(.*?)"[,}]/.exec(line) ?? [];
    const reason = /"error":"?(.*?)"?[,}]/.exec(line)?.[1];
    return message ? /[EF]/.test(severity) && [message, reason].filter(Boolean).join(": ") : line;
  });
  return lastLines(lines.filter(Boolean).join("\n"), 6);
}
