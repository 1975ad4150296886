import { defineConfig } from "vitest/config";

// Workspace packages are read from src, so a test run needs no build and stack traces show the source lines.
// "node", not "module": the ESM build of @opentelemetry/api, which prom-client loads, cannot be imported by Node.
const conditions = ["tenant-ops:source", "node", "default"];
const source = { resolve: { conditions }, ssr: { resolve: { conditions } } };

const outputFolders = ["**/node_modules/**", "**/dist/**", "**/.data/**"];
const rules = "**/*.rules.test.ts";
// Slow tests (fuzzing, idle times): `npm run test:nightly` runs them, all other commands leave them out.
const nightly = "**/*.nightly.test.ts";
const setupFiles = ["scripts/lib/test/property-seed.mjs"];
const exclude = [...outputFolders, rules, nightly];

// No project sets `retry`: a test that fails sometimes is a failure. `npm test` fails when a test sets it itself.
const projects = [
  {
    ...source,
    // Pure functions: no database, no broker, milliseconds. `npx vitest --project rules` while writing one.
    test: { name: "rules", include: [rules], exclude: outputFolders, setupFiles, isolate: false, maxWorkers: 2 },
  },
  {
    ...source,
    test: {
      name: "unit+integration",
      include: ["{proto,rest,packages,gateway,services,deploy,bench}/**/*.test.ts", "scripts/lib/**/*.test.mjs"],
      exclude,
      // One set of modules per worker instead of per file: loading modules took more than half of the time.
      isolate: false,
      setupFiles,
      testTimeout: 30_000,
      hookTimeout: 40_000,
      // Long timeout of expect.poll() for busy machines; only a failing test waits this long.
      expect: { poll: { timeout: 10_000 } },
      maxWorkers: 2,
    },
  },
  {
    ...source,
    test: {
      name: "e2e",
      // scripts/*.test.mjs run the commands as a user does.
      include: ["e2e/**/*.test.ts", "scripts/*.test.mjs"],
      exclude,
      setupFiles,
      globalSetup: "e2e/support/shared-mesh.ts",
      testTimeout: 60_000,
      hookTimeout: 90_000,
      // Most files start processes, so they run after the fast tests and two at a time.
      maxWorkers: 2,
      sequence: { groupOrder: 1 },
    },
  },
];

const nightlyProject = {
  ...source,
  test: {
    name: "nightly",
    // The fuzz tests run in every `npm test` too, with fewer runs (FUZZ_RUNS).
    include: [nightly, "e2e/promises*.test.ts"],
    exclude: outputFolders,
    setupFiles,
    testTimeout: 600_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
  },
};

export default defineConfig({
  ...source,
  test: { projects: process.env["TEST_NIGHTLY"] ? [nightlyProject] : projects },
});
