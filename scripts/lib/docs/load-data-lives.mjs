import { join } from "node:path";
import { listServices } from "../mesh/mesh-plan.mjs";
import { root } from "../paths.mjs";

/** `[folder, collections]` of every process, and those that the kit has in each of their databases. Needs the build. */
export async function loadDataLives() {
  const { infrastructureLife } = await import(join(root, "packages/kit/dist/data/index.js"));
  const folders = ["gateway", ...listServices().map((name) => `services/${name}`)];
  const load = async (folder) => [folder, (await import(join(root, folder, "dist/data-life.js"))).dataLife.collections];
  return [...(await Promise.all(folders.map(load))), ["packages/kit", infrastructureLife]];
}
