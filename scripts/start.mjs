// npm start: from a fresh clone to a running mesh, and back with Ctrl-C.
// Before `installPackages()` only Node's own modules may be loaded, here and in everything imported from here.
import { checkRequirements } from "./lib/setup/requirements.mjs";

if (checkRequirements()) await (await import("./lib/mesh/supervisor.mjs")).supervise();
