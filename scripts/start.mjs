// npm start: from a fresh clone to an answering mesh, and back with Ctrl-C.
// Until `install()` has run, only Node's own modules may be imported, here and in everything imported from here.
import { supervise } from "./lib/supervisor.mjs";

await supervise();
