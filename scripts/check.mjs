// npm run check: everything about the code that is not a test. Every step runs, so one run shows all problems.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runBuild } from "./lib/build.mjs";
import { install } from "./lib/install.mjs";
import { brokenLinks } from "./lib/links.mjs";
import { readJson, root } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { bold, dim, green, red, say, sayFailure, seconds } from "./lib/say.mjs";

const bin = (name) => join(root, "node_modules/.bin", name);

const steps = [
  // The build is the type check of what is shipped; the others are only checked.
  ["types", async () => (await runBuild()).problems],
  ["types of tests and tools", checkUnbuiltPackages],
  // Types are needed by the rules that find forgotten awaits, so this comes after the build.
  ["lint", () => command(bin("oxlint"), ["--format=unix"])],
  ["format", () => command(bin("oxfmt"), ["--check"])],
  ["contract and generated files", () => command("npm", ["run", "--silent", "check", "-w", "@tenant-ops/proto"])],
  ["generated docs", () => command(process.execPath, [join(root, "scripts/docs.mjs"), "--check"])],
  ["licences", () => command(process.execPath, [join(root, "scripts/licences.mjs"), "--check"])],
  ["links", async () => (await brokenLinks()).join("\n")],
];

try {
  await install();
  let failed = 0;
  for (const [name, step] of steps) {
    const since = performance.now();
    const problems = await step();
    if (problems) failed += 1;
    say(`${problems ? red("✗") : green("✓")} ${bold(name)} ${dim(`(${seconds(since)})`)}`);
    if (problems) say(`${problems.trimEnd().replaceAll(/^/gm, "    ")}\n`);
  }
  say(`\n${steps.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
} catch (error) {
  sayFailure("Checking", error);
  say("0 passed, 1 failed");
  process.exitCode = 1;
}

/** What the command said when it failed, or "" when all is well. */
async function command(program, args) {
  const env = { ...process.env, NO_COLOR: "1" };
  const { code, stdout, stderr } = await run(program, args, { cwd: root, env });
  if (code === 0) return "";
  const text = `${stdout}\n${stderr}`.replaceAll(/^npm warn .*$/gm, "").trim();
  return text || `ended with ${code} and said nothing`;
}

async function checkUnbuiltPackages() {
  const problems = [];
  for (const folder of readdirSync(root)) {
    if (!existsSync(join(root, folder, "tsconfig.json"))) continue;
    const { scripts } = (await readJson(join(root, folder, "package.json"))) ?? {};
    if (!scripts?.build) problems.push(await command(bin("tsc"), ["-p", join(root, folder), "--noEmit"]));
  }
  return problems.filter(Boolean).join("\n");
}
