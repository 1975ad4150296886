// npm run reset: forgets all data, keys and logs of this checkout. Downloaded programs stay in the cache.
import { rm } from "node:fs/promises";
import { livingMesh } from "./lib/living.mjs";
import { dataDir } from "./lib/paths.mjs";
import { Failure, say, sayFailure } from "./lib/say.mjs";

try {
  const mesh = await livingMesh();
  if (mesh) throw new Failure("mesh", `process ${mesh.pid} uses the data`, "stop it with Ctrl-C, then reset again");
  await rm(dataDir, { recursive: true, force: true });
  say(`${dataDir} is gone; the next npm start makes a new business and a new key`);
} catch (error) {
  sayFailure("Resetting", error);
  process.exitCode = 1;
}
