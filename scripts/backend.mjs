// node scripts/backend.mjs [folder]: mongod and nats-server for development, until Ctrl-C. Prints the two settings
// with which a single test file runs without `npm test`: eval them, then `npx vitest run <file>`.
import { join, resolve } from "node:path";
import { startBackend } from "./lib/backend.mjs";
import { dataDir } from "./lib/paths.mjs";
import { sayFailure } from "./lib/say.mjs";

try {
  const backend = await startBackend({ dataDir: resolve(process.argv[2] ?? join(dataDir, "backend")) });
  process.stdout.write(`export TEST_MONGODB_URL='${backend.mongodbUrl}'\nexport TEST_NATS_URL='${backend.natsUrl}'\n`);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => void backend.stop());
  await Promise.all([backend.mongod.exited, backend.nats.exited]);
} catch (error) {
  sayFailure("Starting the backend", error);
  process.exitCode = 1;
}
