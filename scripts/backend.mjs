// npm run backend: mongod and nats-server for tests, until Ctrl-C. Prints the two settings with which tests use them.
// Paste these lines into another terminal, then run `npx vitest run <file>` or `npm test -- <filter>` there.
import { join, resolve } from "node:path";
import { startBackend } from "./lib/backend/backend.mjs";
import { printFailure } from "./lib/console.mjs";
import { dataDir } from "./lib/paths.mjs";

try {
  const backend = await startBackend({ dataDir: resolve(process.argv[2] ?? join(dataDir, "backend")) });
  process.stdout.write(`export TEST_MONGODB_URL='${backend.mongodbUrl}'\nexport TEST_NATS_URL='${backend.natsUrl}'\n`);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => void backend.stop());
  await Promise.all([backend.mongod.exited, backend.nats.exited]);
} catch (error) {
  printFailure("Starting the backend", error);
  process.exitCode = 1;
}
