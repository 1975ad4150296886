import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { readJson, root } from "../paths.mjs";

/** `npm start`, and the commands for the mesh that it runs. */
const commands = ["start", "tool", "smoke", "receiver", "console-link", "where", "migrate", "reconcile", "reset"];

test.each(commands)("npm start installs every package that scripts/%s.mjs loads", async (command) => {
  const { metafile } = await build({
    entryPoints: [join(root, "scripts", `${command}.mjs`)],
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    // Written by the build.
    external: [join(root, "deploy/dist/*")],
    write: false,
    metafile: true,
    outdir: root,
  });
  const imports = Object.values(metafile.inputs).flatMap((file) => file.imports);
  const names = imports.flatMap(
    ({ path, external }) => (external && /^(?![./]|node:)(?:@[^/]+\/)?[^/]+/.exec(path)) || [],
  );
  const { packages } = await readJson(join(root, "package-lock.json"));
  const isInstalled = (name) => packages[`node_modules/${name}`] && !packages[`node_modules/${name}`].dev;
  expect(names.filter((name) => !isInstalled(name))).toEqual([]);
});
