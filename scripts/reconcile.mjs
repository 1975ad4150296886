// npm run reconcile: do the stocks of the running mesh equal the sum of their movements? Exit code 1 when not.
import { join } from "node:path";
import { needMesh } from "./lib/living.mjs";
import { mergeEnv } from "./lib/mesh-env.mjs";
import { root } from "./lib/paths.mjs";
import { run } from "./lib/run.mjs";
import { sayFailure } from "./lib/say.mjs";

try {
  // MONGODB_URL in the environment: a database whose mesh runs elsewhere.
  const mongodbUrl = process.env.MONGODB_URL ?? (await needMesh()).mongodbUrl;
  const settings = { MONGODB_URL: mongodbUrl, MONGODB_DATABASE: process.env.MONGODB_DATABASE ?? "supply" };
  const env = mergeEnv(process.env, settings);
  const { code } = await run(process.execPath, [join(root, "services/supply/dist/reconcile.js")], {
    env,
    inherit: true,
  });
  process.exitCode = code;
} catch (error) {
  sayFailure("Reconciling", error);
  process.exitCode = 1;
}
