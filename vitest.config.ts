import { defineConfig } from "vitest/config";
import { meshOnlyFiles } from "./e2e/support/mesh-only.js";

// Workspace packages are read from src, so a test run needs no build and stack traces show the source lines.
// "node", not "module": the ESM build of @opentelemetry/api, which prom-client loads, cannot be imported by Node.
const conditions = ["tenant-ops:source", "node", "default"];
const source = { resolve: { conditions }, ssr: { resolve: { conditions } } };

// A file's name says which command runs it: `x.test.ts` is run by `npm test` (minutes), `x.long.test.ts` by `npm run test:long`
// (restarts, restores, retention, growth, every page), `x.nightly.test.ts` by `npm run test:nightly` (chaos, rotations, fuzzing).
const run = (process.env["TEST_RUN"] ?? "short") as "short" | "long" | "nightly";
const outputFolders = ["**/node_modules/**", "**/dist/**", "**/.data/**"];
const rules = "**/*.rules.test.ts";
const long = "**/*.long.test.{ts,mjs}";
const nightly = "**/*.nightly.test.ts";
const exclude = [...outputFolders, rules, nightly, ...(run === "short" ? [long] : [])];
const testsIn = (folder: string) => `${folder}/*${run === "long" ? ".long" : ""}.test.{ts,mjs}`;

const setupFiles = ["scripts/lib/test/property-seed.mjs"];
const shared = {
  setupFiles,
  // Long enough for a machine that is several times slower than usual; only a failing test waits this long.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  // More than the two cores that a machine has: tests wait for a good part of their time.
  maxWorkers: 4,
};

/** The end-to-end tests in one of the two shapes in which the gateway and the services can run. */
const endToEnd = (name: string, target: "mesh" | "all", include: string[]) => ({
  ...source,
  test: {
    ...shared,
    name,
    include,
    exclude: target === "all" ? [...exclude, ...meshOnlyFiles.map((file) => `e2e/${file}`)] : exclude,
    // In one process, each replica is everything. The files of `inOneProcess` need one.
    env: { E2E_TARGET: target, SHARED_GATEWAYS: name === "one-process" && run === "short" ? "1" : "3" },
    // As for the integration tests: files share the modules of their worker.
    isolate: false,
    setupFiles: [...setupFiles, "e2e/support/skip-mesh-only.ts"],
    globalSetup: "e2e/support/shared-mesh.ts",
    // Most files start processes, so they run after the fast tests and two at a time.
    sequence: { groupOrder: 1 },
  },
});

const rulesProject = {
  ...source,
  // Pure functions: no database, no broker, milliseconds. `npx vitest --project rules` while writing one.
  test: { ...shared, name: "rules", include: [rules], exclude: outputFolders, isolate: false },
};

/** Run by `npm test` with some records or points, and by `npm run test:long` with all of them (`isLongRun`). */
const inBothRuns = [
  "deploy/images/bundle.test.ts",
  "deploy/telemetry/alerts.test.ts",
  "gateway/src/growth.test.ts",
  "gateway/src/mcp/entry/params.test.ts",
  "gateway/src/mcp/tools/arguments.test.ts",
  "packages/kit/src/data/counts/daily-counts.test.ts",
  "packages/kit/src/data/counts/quota.test.ts",
  "packages/kit/src/data/lists/names.test.ts",
  "packages/kit/src/privacy/erase-records.test.ts",
  "packages/kit/src/retention/archives.test.ts",
  "packages/kit/src/rpc/connection-age.test.ts",
  "packages/kit/src/rpc/message-json.test.ts",
  "packages/kit/src/rpc/message-writer.test.ts",
  "packages/kit/src/rpc/rows-writer.test.ts",
  "packages/kit/src/rpc/session/drain.test.ts",
  "services/console/src/growth.test.ts",
  "services/console/src/people/erase-former-member.test.ts",
  "services/console/src/people/erase-last-member.test.ts",
  "services/flows/src/campaigns/campaign-summaries.test.ts",
  "services/flows/src/flows/previews.test.ts",
  "services/flows/src/growth.test.ts",
  "services/flows/src/registrations/registration-worker.test.ts",
  "services/learning/src/certificates/certificates.test.ts",
  "services/learning/src/courses/courses.test.ts",
  "services/learning/src/daily-counts.test.ts",
  "services/learning/src/growth.test.ts",
  "services/learning/src/statistics/statistics.test.ts",
  "services/roulettes/src/gifts/items.test.ts",
  "services/roulettes/src/growth.test.ts",
  "services/roulettes/src/roulettes/roulettes.test.ts",
  "services/supply/src/growth.test.ts",
  "services/supply/src/previews.test.ts",
  "services/webhooks/src/deliveries/ingest.test.ts",
  "services/webhooks/src/egress/egress-client.test.ts",
  "services/webhooks/src/growth.test.ts",
];

const integrationProject = {
  ...source,
  test: {
    ...shared,
    name: "unit+integration",
    include: [
      testsIn("{proto,rest,packages,gateway,services,all,deploy,bench,scripts/lib}/**"),
      ...(run === "long" ? inBothRuns : []),
    ],
    exclude,
    // One set of modules per worker instead of per file: loading modules took more than half of the time.
    isolate: false,
  },
};

const nightlyProject = {
  ...source,
  test: {
    ...shared,
    name: "nightly",
    // The fuzz tests are also in `npm run test:long`, with fewer runs (FUZZ_RUNS).
    include: [nightly, "e2e/promises*.long.test.ts"],
    exclude: outputFolders,
    testTimeout: 600_000,
  },
};

/** Of every promise one file, for `npm test`: tools and REST of all services, repeats, events and webhooks, logs, metrics and traces. */
const inOneProcess = ["exactly-once", "operations", "telemetry", "webhooks"].map((name) => `e2e/${name}.test.ts`);

// scripts/*.test.mjs run the commands as a user does. `E2E_TARGET=all` runs the end-to-end tests in one process.
const mesh =
  process.env["E2E_TARGET"] === "all"
    ? endToEnd("e2e", "all", [testsIn("e2e/**")])
    : endToEnd("e2e", "mesh", [testsIn("e2e/**"), testsIn("scripts")]);

// No project sets `retry`: a test that fails sometimes is a failure. A run fails when a test sets it itself.
export default defineConfig({
  ...source,
  test: {
    projects: {
      short: [rulesProject, integrationProject, mesh, endToEnd("one-process", "all", inOneProcess)],
      long: [integrationProject, mesh],
      nightly: [nightlyProject, endToEnd("one-process", "all", ["e2e/**/*.test.ts"])],
    }[run],
  },
});
