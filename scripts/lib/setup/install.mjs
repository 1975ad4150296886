// Installs the dependencies when package-lock.json changed.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure, print, runStep } from "../console.mjs";
import { readJson, root } from "../paths.mjs";
import { runCommand, takeLastLines } from "../process/run-command.mjs";

const stampFile = join(root, "node_modules/.tenant-ops-stamp");

export async function installPackages() {
  const wanted = await computeStamp();
  const found = await readFile(stampFile, "utf8").catch(() => "");
  if (found === wanted) return;
  // After a manual `npm install` nothing is missing, and `npm ci` would delete node_modules and download it again.
  if (!(await isInstalledByHand())) {
    await runStep("packages", async () => {
      print("  packages     npm ci, the first time takes a while …");
      const args = ["ci", "--no-audit", "--no-fund", "--include=dev", "--include=optional"];
      const { code, stdout, stderr } = await runCommand("npm", args, { cwd: root });
      if (code !== 0) {
        const why = takeLastLines(stderr || stdout);
        throw new Failure("packages", why, "check that `npm ping` reaches the registry, then start again");
      }
      return "installed from package-lock.json";
    });
  }
  await writeFile(stampFile, wanted);
}

// Native packages are built for one ABI and one platform, so both are part of the stamp.
async function computeStamp() {
  const lock = await readFile(join(root, "package-lock.json"));
  const hash = createHash("sha256").update(lock).digest("hex");
  return `${hash} abi ${process.versions.modules} ${process.platform}-${process.arch}`;
}

// npm records what it installed: every package of the lock file must be there in the same version.
async function isInstalledByHand() {
  const wanted = (await readJson(join(root, "package-lock.json")))?.packages ?? {};
  const installed = (await readJson(join(root, "node_modules/.package-lock.json")))?.packages;
  if (!installed) return false;
  const isPresent = ([path, { version, optional, peer }]) =>
    !path.startsWith("node_modules/") ||
    installed[path]?.version === version ||
    ((optional || peer) && !installed[path]);
  return Object.entries(wanted).every(isPresent);
}
