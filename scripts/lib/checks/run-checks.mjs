// The steps of `npm run check`. All of them run, so that one run shows all problems.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { bold, dim, formatElapsed, green, print, printFailure, red } from "../console.mjs";
import { buildReference, generateDocs } from "../docs/generate-docs.mjs";
import { root } from "../paths.mjs";
import { runCommand } from "../process/run-command.mjs";
import { compilePackages } from "../setup/build.mjs";
import { installPackages } from "../setup/install.mjs";
import { findUnknownBoundaries } from "./boundaries.mjs";
import { findCircles } from "./circles.mjs";
import { findLicenceProblems } from "./licences.mjs";
import { findBrokenLinks, findCompiledWithoutSource } from "./links.mjs";
import { findUnknownNames } from "./names.mjs";
import { findSecondWays } from "./one-way.mjs";
import { weighWeb } from "./web-weight.mjs";

// How many bytes the tool list may still grow. Every agent pays for the list each time it reads it.

const limitFile = "proto/src/catalog.test.ts";

async function describeToolBudget() {
  const [limit, used] = [await readLimit(), await measureToolList()];
  return (
    `tool list: ${used} of ${limit} bytes used, ${limit - used} left. \`npm run tokens\` shows each tool. The limit is\n` +
    `wholeListBytesMax in ${limitFile}; only the owner of the service specification may raise it.`
  );
}

async function readLimit() {
  const text = await readFile(join(root, limitFile), "utf8");
  const [, kilobytes] = /wholeListBytesMax = (\d+) \* 1024/.exec(text) ?? [];
  if (!kilobytes) throw new Error(`${limitFile} has no line "wholeListBytesMax = <number> * 1024"`);
  return Number(kilobytes) * 1024;
}

/** The bytes of a tools/list answer, as the test in `limitFile` counts them. */
async function measureToolList() {
  const folder = join(root, "proto/gen/tools");
  const files = (await readdir(folder)).map((file) => readFile(join(folder, file), "utf8"));
  // Tools of a toolset are not in the list unless they are asked for.
  const pages = (await Promise.all(files)).map((text) => JSON.parse(text)).filter(({ toolset }) => !toolset);
  const { publishTool } = await import("../../../proto/dist/src/publish.js");
  const tools = pages.map(publishTool);
  return Buffer.byteLength(JSON.stringify({ tools }));
}

const getBinary = (name) => join(root, "node_modules/.bin", name);

/** Name and function of each step; the function returns the problems as text, "" when there are none. */
const steps = [
  ["build", async () => (await compilePackages()).problems],
  // The build does not check types. These check everything, tests included, from the sources.
  ["types", () => checkCommand(getBinary("tsc"), ["-p", root])],
  ["types of the application", () => checkCommand(getBinary("tsc"), ["-p", join(root, "services/console/web")])],
  ["lint", () => checkCommand(getBinary("oxlint"), ["--format=unix"])],
  ["boundaries", async () => (await findUnknownBoundaries()).join("\n")],
  ["circles of imports", async () => (await findCircles()).join("\n")],
  ["one way", async () => (await findSecondWays()).join("\n")],
  ["format", () => checkCommand(getBinary("oxfmt"), ["--check"])],
  [
    "contract and its generated files",
    () => checkCommand("npm", ["run", "--silent", "check", "-w", "@tenant-ops/proto"]),
  ],
  ["generated docs", checkGeneratedDocs],
  ["generated client", () => checkCommand("npm", ["run", "--silent", "check", "-w", "@tenant-ops/client"])],
  ["compatibility of REST", () => checkCommand("npm", ["run", "--silent", "check", "-w", "@tenant-ops/rest"])],
  // After the build, whose files it weighs.
  ["weight of the application", async () => (await weighWeb()).problems.join("\n")],
  ["licences", async () => (await findLicenceProblems()).join("\n")],
  ["links", checkLinks],
];

export async function runChecks() {
  try {
    await installPackages();
    let failed = 0;
    for (const [name, check] of steps) if (!(await runCheck(name, check))) failed += 1;
    print(`\n${await describeToolBudget()}`);
    print((await weighWeb()).report);
    print(`\n${steps.length - failed} passed, ${failed} failed`);
    process.exitCode = failed > 0 ? 1 : 0;
  } catch (error) {
    printFailure("Checking", error);
    print("0 passed, 1 failed");
    process.exitCode = 1;
  }
}

async function runCheck(name, check) {
  const since = performance.now();
  const problems = await check().catch((error) => error.message);
  print(`${problems ? red("✗") : green("✓")} ${bold(name)} ${dim(`(${formatElapsed(since)})`)}`);
  if (problems) print(`${problems.trimEnd().replaceAll(/^/gm, "    ")}\n`);
  return !problems;
}

/** The output of a command that failed, or "". */
async function checkCommand(program, args) {
  const env = { ...process.env, NO_COLOR: "1" };
  const { code, stdout, stderr } = await runCommand(program, args, { cwd: root, env });
  if (code === 0) return "";
  const text = `${stdout}\n${stderr}`.replaceAll(/^npm warn .*$/gm, "").trim();
  return text || `exited with ${code} without output`;
}

/** In the committed pages, and in the reference that is built from the contract. */
async function checkLinks() {
  await buildReference();
  return [...(await findBrokenLinks()), ...(await findCompiledWithoutSource()), ...(await findUnknownNames())].join(
    "\n",
  );
}

async function checkGeneratedDocs() {
  const stale = await generateDocs({ check: true });
  return stale.map((name) => `${name} is stale: run \`npm run generate\` and commit the result`).join("\n");
}
