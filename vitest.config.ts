import { defineConfig } from "vitest/config";

// Workspace packages are read from src, so a test run needs no build and a stack trace names the real line.
// Not "module": @opentelemetry/api, which prom-client loads, has an ESM build under it that Node cannot import.
const conditions = ["tenant-ops:source"];
const source = {
  resolve: { conditions: [...conditions, "node", "default"] },
  ssr: { resolve: { conditions: [...conditions, "node", "default"] } },
};

const nowhere = ["**/node_modules/**", "**/dist/**", "**/.data/**"];
const rules = "**/*.rules.test.ts";

export default defineConfig({
  ...source,
  test: {
    projects: [
      {
        ...source,
        // Pure decisions: no database, no broker, milliseconds. `npx vitest --project rules` while writing one.
        test: { name: "rules", include: [rules], exclude: nowhere, isolate: false, maxWorkers: 2 },
      },
      {
        ...source,
        test: {
          name: "unit+integration",
          include: ["{proto,packages,gateway,services,deploy,bench}/**/*.test.ts", "scripts/lib/*.test.mjs"],
          exclude: [...nowhere, rules],
          // One set of modules per worker rather than per file: loading them was more than half of the work.
          isolate: false,
          // Real processes on a machine that is busy with others: a test that needed its second try is shown as such.
          retry: 1,
          testTimeout: 30_000,
          hookTimeout: 40_000,
          // What happens soon may take its time on a busy machine; only a test that fails waits this long.
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 2,
        },
      },
      {
        ...source,
        test: {
          name: "e2e",
          // The commands are tested as a newcomer runs them.
          include: ["e2e/**/*.test.ts", "scripts/*.test.mjs"],
          exclude: [...nowhere, rules],
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 90_000,
          // Every file starts seven processes; they come after the quick tests and two at a time.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
