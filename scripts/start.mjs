// npm start: from a fresh clone to a running mesh, and back with Ctrl-C. `npm start -- --target all` runs everything in one process.
// Before `installPackages()` only Node's own modules may be loaded, here and in everything imported from here.
import { parseArgs } from "node:util";
import { printFailure } from "./lib/console.mjs";
import { checkRequirements } from "./lib/setup/requirements.mjs";

const targets = ["mesh", "all"];
const target = readTarget();
if (target && checkRequirements()) await (await import("./lib/mesh/supervisor.mjs")).supervise({ target });

/** @returns undefined when the arguments are refused; it was printed why */
function readTarget() {
  try {
    const { values } = parseArgs({ options: { target: { type: "string", default: "mesh" } } });
    if (targets.includes(values.target)) return values.target;
    process.stderr.write(`--target ${values.target}: not one of ${targets.join(", ")}\n`);
  } catch (error) {
    printFailure("Starting", error);
  }
  process.exitCode = 1;
  return undefined;
}
