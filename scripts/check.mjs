// npm run check: all checks that are not tests.
import { checkRequirements } from "./lib/setup/requirements.mjs";

if (checkRequirements()) await (await import("./lib/checks/run-checks.mjs")).runChecks();
