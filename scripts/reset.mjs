// npm run reset: deletes all data, keys and logs of this checkout. Downloaded programs stay in the cache.
import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { Failure, print, printFailure } from "./lib/console.mjs";
import { findRunningMesh } from "./lib/mesh/running-mesh.mjs";
import { containsMoreThanData, dataDir } from "./lib/paths.mjs";

try {
  // Arguments are refused: a call that was meant to delete only a part must not delete everything.
  parseArgs();
  if (containsMoreThanData)
    throw new Failure(
      "data folder",
      `TENANT_OPS_DATA is ${dataDir}, which contains more than the data of this checkout`,
      "set it to a folder of its own, or unset it",
    );
  const mesh = await findRunningMesh();
  if (mesh) throw new Failure("mesh", `process ${mesh.pid} uses the data`, "stop it with Ctrl-C, then reset again");
  await rm(dataDir, { recursive: true, force: true });
  print(`${dataDir} was deleted; the next npm start creates a new business and a new key`);
} catch (error) {
  printFailure("Resetting", error);
  process.exitCode = 1;
}
