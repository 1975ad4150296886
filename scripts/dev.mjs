// npm run dev: `npm start`; when a source file changes, builds again and restarts the processes that use it.
import { checkRequirements } from "./lib/setup/requirements.mjs";

if (checkRequirements()) {
  const { supervise } = await import("./lib/mesh/supervisor.mjs");
  const { watchSources } = await import("./lib/dev/watch-sources.mjs");
  await supervise({ programs: "modules", onReady: watchSources });
}
