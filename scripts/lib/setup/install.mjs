// Installs the dependencies when package-lock.json changed, or when more of them are needed.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure, print, runStep } from "../console.mjs";
import { readJson, root } from "../paths.mjs";
import { runCommand, takeLastLines } from "../process/run-command.mjs";

const stampFile = join(root, "node_modules/.tenant-ops-stamp");

const withoutDev = " without dev";

/**
 * @param needsDev false: only what `npm start` needs, the `dependencies` of the packages and of the root. The development dependencies are for tests,
 * checks and generators, and take half of the time of an installation. A checkout that has them keeps them.
 */
export async function installPackages({ needsDev = true } = {}) {
  const complete = await computeStamp();
  const found = await readFile(stampFile, "utf8").catch(() => "");
  const withDev = needsDev || (found !== "" && !found.endsWith(withoutDev));
  const wanted = withDev ? complete : complete + withoutDev;
  if (found === wanted) return;
  // After a manual `npm install` nothing is missing, and `npm ci` would delete node_modules and download it again.
  if (!(await isInstalledByHand(withDev))) {
    await runStep("packages", async () => {
      print("  packages     npm ci, the first time takes a while …");
      const args = ["ci", "--no-audit", "--no-fund", withDev ? "--include=dev" : "--omit=dev", "--include=optional"];
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

// npm records what it installed: every package of the lock file that is wanted must be there in the same version.
async function isInstalledByHand(withDev) {
  const wanted = (await readJson(join(root, "package-lock.json")))?.packages ?? {};
  const installed = (await readJson(join(root, "node_modules/.package-lock.json")))?.packages;
  if (!installed) return false;
  const isPresent = ([path, { version, optional, peer, dev }]) =>
    !path.startsWith("node_modules/") ||
    installed[path]?.version === version ||
    ((optional || peer || (dev && !withDev)) && !installed[path]);
  return Object.entries(wanted).every(isPresent);
}
