// Compiles the packages that changed; turbo restores the others from its cache.
import { join } from "node:path";
import { Failure, runStep } from "../console.mjs";
import { root } from "../paths.mjs";
import { runCommand, takeLastLines } from "../process/run-command.mjs";

/** @param programs `modules`: without the bundles that all commands but `npm run dev` start */
export async function buildPackages({ programs = "bundles" } = {}) {
  await runStep("build", async () => {
    const { problems, isCached } = await compilePackages(
      programs === "modules" ? ["--filter=!@tenant-ops/deploy"] : [],
    );
    if (problems) throw new Failure("build", problems, "fix the errors above; `npm run build` shows the whole output");
    return isCached ? "nothing changed" : "compiled";
  });
}

/** `{ problems, isCached }`; `problems` is the errors of all packages as one text, "" when there are none. */
export async function compilePackages(filter = []) {
  const quiet = { TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1", DO_NOT_TRACK: "1", NO_COLOR: "1" };
  const turbo = join(root, "node_modules/.bin/turbo");
  const args = ["run", "build", "--output-logs=errors-only", "--continue=dependencies-successful", ...filter];
  const { code, stdout, stderr } = await runCommand(turbo, args, { cwd: root, env: { ...process.env, ...quiet } });
  if (code !== 0)
    return { problems: findCompilerErrors(stdout) || takeLastLines(stdout + stderr, 30), isCached: false };
  const [, cached, total] = /Cached:\s+(\d+) cached, (\d+) total/.exec(stdout) ?? [];
  return { problems: "", isCached: total !== undefined && cached === total };
}

// npm and turbo print about ten lines around each error of the compiler.
function findCompilerErrors(output) {
  const lines = output.split("\n").filter((line) => /\berror TS\d+/.test(line));
  return lines.map((line) => line.replace(/^@tenant-ops\/(\S+?):build: /, "$1: ")).join("\n");
}
