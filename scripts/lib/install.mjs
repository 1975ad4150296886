// The dependencies, only when they changed.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readJson, root } from "./paths.mjs";
import { lastLines, run } from "./run.mjs";
import { Failure, say, timed } from "./say.mjs";

const stampFile = join(root, "node_modules/.tenant-ops-stamp");

export async function install() {
  const wanted = await stamp();
  const found = await readFile(stampFile, "utf8").catch(() => "");
  if (found === wanted) return;
  // Somebody may have run `npm install` by hand: that is as good, and `npm ci` would take it all away first.
  if (!(await isInstalledByHand())) {
    await timed("packages", async () => {
      say("  packages     npm ci, the first time takes a while …");
      const args = ["ci", "--no-audit", "--no-fund", "--include=dev", "--include=optional"];
      const { code, stdout, stderr } = await run("npm", args, { cwd: root });
      if (code !== 0) {
        const why = lastLines(stderr || stdout);
        throw new Failure("packages", why, "check that `npm ping` reaches the registry, then start again");
      }
      return "installed from package-lock.json";
    });
  }
  await writeFile(stampFile, wanted);
}

// Native packages are built for one ABI and platform, so those belong to the stamp.
async function stamp() {
  const lock = await readFile(join(root, "package-lock.json"));
  const hash = createHash("sha256").update(lock).digest("hex");
  return `${hash} abi ${process.versions.modules} ${process.platform}-${process.arch}`;
}

// npm leaves a note of what it installed; it must name every package of the lock file in the same version.
async function isInstalledByHand() {
  const wanted = (await readJson(join(root, "package-lock.json")))?.packages ?? {};
  const present = (await readJson(join(root, "node_modules/.package-lock.json")))?.packages;
  if (!present) return false;
  const isThere = ([path, { version, optional, peer }]) =>
    !path.startsWith("node_modules/") || present[path]?.version === version || ((optional || peer) && !present[path]);
  return Object.entries(wanted).every(isThere);
}
