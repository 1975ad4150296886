// npm run backend: mongod and nats-server for tests, until Ctrl-C. Prints the two settings with which tests use them.
// Paste these lines into another terminal, then run `npx vitest run <file>` or `npm test -- <filter>` there.
// --sharded: a cluster of two shards instead of one mongod; tests of services shard their collections there.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startBackend, startShardedBackend } from "./lib/backend/backend.mjs";
import { printFailure } from "./lib/console.mjs";
import { dataDir } from "./lib/paths.mjs";

try {
  const { values, positionals } = parseArgs({ options: { sharded: { type: "boolean" } }, allowPositionals: true });
  const [start, name] = values.sharded ? [startShardedBackend, "backend-sharded"] : [startBackend, "backend"];
  const backend = await start({ dataDir: resolve(positionals[0] ?? join(dataDir, name)) });
  if (values.sharded) process.stdout.write("export TEST_SHARDED=1\n");
  process.stdout.write(`export TEST_MONGODB_URL='${backend.mongodbUrl}'\nexport TEST_NATS_URL='${backend.natsUrl}'\n`);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => void backend.stop());
  await Promise.all([backend.mongod.exited, backend.nats.exited]);
} catch (error) {
  printFailure("Starting the backend", error);
  process.exitCode = 1;
}
