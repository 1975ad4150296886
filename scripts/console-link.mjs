// npm run console: a link that signs the owner of the demo business in to the console, once.
import { parseArgs } from "node:util";
import { print, printFailure } from "./lib/console.mjs";
import { createConsoleLink } from "./lib/demo/demo.mjs";
import { requireRunningMesh } from "./lib/mesh/running-mesh.mjs";
import { dataDir, readJson } from "./lib/paths.mjs";
import { join } from "node:path";

try {
  parseArgs();
  const { operatorUrl, demo } = await requireRunningMesh();
  const { operatorKey } = await readJson(join(dataDir, "secrets.json"));
  print(await createConsoleLink({ operatorUrl, operatorKey, businessId: demo.businessId }));
} catch (error) {
  printFailure("Making the link", error);
  process.exitCode = 1;
}
