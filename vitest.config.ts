import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { meshOnlyFiles } from "./e2e/support/mesh/mesh-only.js";

// Workspace packages are read from src, so a test run needs no build and stack traces show the source lines.
// "node", not "module": the ESM build of @opentelemetry/api, which prom-client loads, cannot be imported by Node.
const conditions = ["tenant-ops:source", "node", "default"];
const source = { resolve: { conditions }, ssr: { resolve: { conditions } } };

// A file's name says which command runs it: `x.test.ts` is run by `npm test` (minutes), `x.long.test.ts` by `npm run test:long`
// (restarts, restores, retention, growth, every page), `x.nightly.test.ts` by `npm run test:nightly` (chaos, rotations, fuzzing).
const run = (process.env["TEST_RUN"] ?? "short") as "short" | "long" | "nightly";
const outputFolders = ["**/node_modules/**", "**/dist/**", "**/.data/**"];
const long = "**/*.long.test.{ts,mjs}";
const nightly = "**/*.nightly.test.ts";
const exclude = [...outputFolders, nightly, ...(run === "short" ? [long] : [])];
const testFolders = ["proto", "rest", "packages", "gateway", "services", "all", "deploy", "bench", "scripts", "e2e"];

/** Run by `npm test` with some records, points or tests, and by `npm run test:long` with all of them (`packages/kit/src/testing/run-depth.ts`). */
const findFilesOfBothRuns = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /^(?!.*node_modules).*(?<!\.(long|nightly))\.test\.(ts|mjs)$/.test(name))
    .filter((name) => /\b(isLongRun|inLongRun|propertyRuns)\b/.test(readFileSync(name, "utf8")));

const testsIn = (folder: string) =>
  run === "long"
    ? [`${folder}/**/*.long.test.{ts,mjs}`, ...findFilesOfBothRuns(folder)]
    : [`${folder}/**/*.test.{ts,mjs}`];

/** In the other runs most files start a mesh of their own: ten processes, several at once. */
const limitMs = run === "short" ? 240_000 : 600_000;

const shared = {
  // Long enough for a machine that is several times slower than usual; only a failing test waits this long.
  testTimeout: limitMs,
  hookTimeout: limitMs,
  expect: { poll: { timeout: 60_000 } },
  // More than the two cores that a machine has: tests wait for a good part of their time. Too many meshes at once answer later than a call allows.
  maxWorkers: run === "short" ? 4 : 2,
  // One set of modules per worker instead of per file: loading modules took more than half of the time.
  isolate: false,
  // A setup file runs before each test file.
  setupFiles: process.env["TEST_SEED"] ? ["scripts/lib/test/property-seed.mjs"] : [],
  globalSetup: "e2e/support/mesh/shared-mesh.ts",
  env: { E2E_TARGET: "mesh", SHARED_GATEWAYS: "3" },
};

// One project: end-to-end tests wait for processes while the others compute, and all use the modules that their worker has loaded.
// scripts/*.test.mjs run the commands as a user does.
const testsProject = {
  ...source,
  test: {
    ...shared,
    name: "tests",
    include: testFolders.flatMap(testsIn),
    exclude,
  },
};

/**
 * End-to-end tests of the gateway and all services in one process, instead of in a mesh. In one process, each replica is everything. It
 * runs after the project "tests", in the order of their names, so that its processes do not wait beside all other tests.
 */
const oneProcess = (include: string[], gateways: number) => ({
  ...source,
  test: {
    ...shared,
    name: "tests in one process",
    include,
    exclude: [...exclude, ...meshOnlyFiles.map((file) => `e2e/${file}`)],
    setupFiles: [...shared.setupFiles, "e2e/support/mesh/skip-mesh-only.ts"],
    env: { E2E_TARGET: "all", SHARED_GATEWAYS: String(gateways) },
  },
});

/** For `npm test`: repeats, events and webhooks, logs, metrics and traces. `all/src/main.test.ts` has what is only about one process. */
const inOneProcess = ["exactly-once", "telemetry", "webhooks"].map((name) => `e2e/${name}.test.ts`);

const nightlyProject = {
  ...source,
  test: {
    ...shared,
    name: "nightly",
    include: [nightly],
    exclude: outputFolders,
    // A file may set another backend in the environment of its process.
    isolate: true,
  },
};

// Pure functions: no database, no broker, milliseconds. The only tests that `npx vitest` can run, which starts no backend.
const rulesProject = {
  ...source,
  test: {
    name: "rules",
    include: ["**/*.rules.test.ts"],
    exclude: outputFolders,
    setupFiles: shared.setupFiles,
    isolate: false,
  },
};

function chooseProjects() {
  if (!process.env["TEST_MONGODB_URL"]) return [rulesProject];
  if (process.env["E2E_TARGET"] === "all") return [oneProcess(testsIn("e2e"), 3)];
  if (run === "nightly") return [nightlyProject, oneProcess(["e2e/**/*.test.ts"], 3)];
  return run === "long" ? [testsProject] : [testsProject, oneProcess(inOneProcess, 1)];
}

/** Within a project, the end-to-end tests come first: a file of them can take a minute, and would be the last one to end. */
class EndToEndFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * projects.indexOf(project) + (/\/(e2e|scripts)\//.test(moduleId) ? 0 : 1);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

// No project sets `retry`: a test that fails sometimes is a failure. A run fails when a test sets it itself.
export default defineConfig({
  ...source,
  test: { projects: chooseProjects(), sequence: { sequencer: EndToEndFirst } },
});
