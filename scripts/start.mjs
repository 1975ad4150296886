// npm start: from a fresh clone to a running mesh, and back with Ctrl-C. `npm start -- --target all` runs everything in one process.
// Before `installPackages()` only Node's own modules may be loaded, here and in everything imported from here.
import { parseArgs } from "node:util";
import { checkRequirements } from "./lib/setup/requirements.mjs";

const targets = ["mesh", "all"];
const { values } = parseArgs({ options: { target: { type: "string", default: "mesh" } } });
if (!targets.includes(values.target)) {
  process.stderr.write(`--target ${values.target}: not one of ${targets.join(", ")}\n`);
  process.exitCode = 1;
} else if (checkRequirements()) await (await import("./lib/mesh/supervisor.mjs")).supervise({ target: values.target });
