import { join } from "node:path";
import { listServices } from "../mesh/mesh-plan.mjs";
import { root } from "../paths.mjs";

/** `[folder, collections]` of every service, and those that the kit has in each of their databases. Needs the build. */
export async function loadDataLives() {
  const { infrastructureLife } = await import(join(root, "packages/kit/dist/data/index.js"));
  const folders = listServices().map((name) => `services/${name}`);
  const load = async (folder) => {
    const [main] = folder.split("/").slice(-1);
    const exported = Object.values(await import(join(root, folder, "dist", `${main}.js`)));
    const life = exported.map((value) => value?.life ?? value).find((value) => value?.collections);
    if (!life) throw new Error(`${folder}/dist/${main}.js exports no data life`);
    return [folder, life.collections];
  };
  return [...(await Promise.all(folders.map(load))), ["packages/kit", infrastructureLife]];
}
