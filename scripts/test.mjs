// npm test: installs, builds, then runs all tests against a real database and a real broker.
// Arguments go to vitest: `npm test -- withdrawals`. `npm run test:long` and
// `npm run test:nightly` run the slow tests. TEST_MONGODB_URL and TEST_NATS_URL choose a backend that runs already (`npm run backend`).
import { checkRequirements } from "./lib/setup/requirements.mjs";

if (checkRequirements()) await (await import("./lib/test/run-tests.mjs")).runTests(process.argv.slice(2));
