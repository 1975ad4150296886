// Compiles what changed since the last time; turbo remembers the rest.
import { join } from "node:path";
import { root } from "./paths.mjs";
import { lastLines, run } from "./run.mjs";
import { Failure, timed } from "./say.mjs";

export async function build() {
  await timed("build", async () => {
    const { problems, isCached } = await runBuild();
    if (problems) throw new Failure("build", problems, "mend the lines above; `npm run build` shows everything");
    return isCached ? "nothing changed" : "compiled";
  });
}

/** `{ problems, isCached }`; `problems` is every error of every package in one text, "" when there is none. */
export async function runBuild() {
  const quiet = { TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1", DO_NOT_TRACK: "1", NO_COLOR: "1" };
  const turbo = join(root, "node_modules/.bin/turbo");
  const args = ["run", "build", "--output-logs=errors-only", "--continue=dependencies-successful"];
  const { code, stdout, stderr } = await run(turbo, args, { cwd: root, env: { ...process.env, ...quiet } });
  if (code !== 0) return { problems: errorsIn(stdout) || lastLines(stdout + stderr, 30), isCached: false };
  const [, cached, total] = /Cached:\s+(\d+) cached, (\d+) total/.exec(stdout) ?? [];
  return { problems: "", isCached: total !== undefined && cached === total };
}

// Around each line of the compiler stand ten of npm and turbo.
function errorsIn(output) {
  const lines = output.split("\n").filter((line) => /\berror TS\d+/.test(line));
  return lines.map((line) => line.replace(/^@tenant-ops\/(\S+?):build: /, "$1: ")).join("\n");
}
