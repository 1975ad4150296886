import { defineConfig } from "vitest/config";
import { meshOnlyFiles } from "./e2e/support/mesh-only.js";

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

/** The end-to-end tests in one of the two shapes in which the gateway and the services can run. */
const endToEnd = (name: string, target: "mesh" | "all", include: string[]) => ({
  ...source,
  test: {
    name,
    include,
    exclude: target === "all" ? [...exclude, ...meshOnlyFiles.map((file) => `e2e/${file}`)] : exclude,
    env: { E2E_TARGET: target },
    setupFiles: [...setupFiles, "e2e/support/skip-mesh-only.ts"],
    globalSetup: "e2e/support/shared-mesh.ts",
    // For a machine that is several times slower than usual; only a failing test waits this long.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Most files start processes, so they run after the fast tests and two at a time.
    maxWorkers: 2,
    sequence: { groupOrder: 1 },
  },
});

/** Of every promise one file, for `npm test`: tools and REST of all services, repeats, events and webhooks, logs, metrics and traces. */
const inOneProcess = ["exactly-once", "operations", "telemetry", "webhooks"].map((name) => `e2e/${name}.test.ts`);

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
      include: ["{proto,rest,packages,gateway,services,all,deploy,bench}/**/*.test.ts", "scripts/lib/**/*.test.mjs"],
      exclude,
      // One set of modules per worker instead of per file: loading modules took more than half of the time.
      isolate: false,
      setupFiles,
      // Long enough for a machine that is many times slower than usual; only a failing test waits this long.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      expect: { poll: { timeout: 60_000 } },
      maxWorkers: 2,
    },
  },
  // scripts/*.test.mjs run the commands as a user does. `E2E_TARGET=all` runs the end-to-end tests in one process.
  process.env["E2E_TARGET"] === "all"
    ? endToEnd("e2e", "all", ["e2e/**/*.test.ts"])
    : endToEnd("e2e", "mesh", ["e2e/**/*.test.ts", "scripts/*.test.mjs"]),
  endToEnd("one-process", "all", inOneProcess),
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
  test: {
    projects: process.env["TEST_NIGHTLY"]
      ? [nightlyProject, endToEnd("one-process", "all", ["e2e/**/*.test.ts"])]
      : projects,
  },
});
