// Builds what has changed; turbo restores the rest from its cache.
import { join } from "node:path";
import { Failure, runStep } from "../console.mjs";
import { root } from "../paths.mjs";
import { runCommand, takeLastLines } from "../process/run-command.mjs";

/** The packages that are built for a mesh of these programs; none named: all packages. */
const filters = {
  // The bundles and the application are made from the sources. The client is for `npm run smoke` and `npm run receiver`.
  bundles: ["deploy", "console-web", "client"],
  modules: ["!deploy"],
};

/** @param programs what will be started; without it everything is built, for commands that also load modules of the packages */
export async function buildPackages({ programs } = {}) {
  await runStep("build", async () => {
    const { problems, isCached } = await compilePackages(filters[programs]);
    if (problems) throw new Failure("build", problems, "fix the errors above; `npm run build` shows the whole output");
    return isCached ? "nothing changed" : "compiled";
  });
}

/** `{ problems, isCached }`; `problems` is the errors of all packages as one text, "" when there are none. */
export async function compilePackages(names = []) {
  const quiet = { TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1", DO_NOT_TRACK: "1", NO_COLOR: "1" };
  const turbo = join(root, "node_modules/.bin/turbo");
  const filter = names.map((name) => `--filter=${name.replace(/^!?/, "$&@tenant-ops/")}`);
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
