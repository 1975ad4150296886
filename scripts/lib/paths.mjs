import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const scripts = join(root, "scripts");

/** Everything `npm start` keeps: databases, streams, keys, logs. `npm run reset` deletes it. */
export const dataDir = resolve(process.env.TENANT_OPS_DATA ?? join(root, ".data"));

/** Downloaded programs; outside the checkout, so that every clone on this machine shares them. */
export const cacheDir = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "tenant-ops");

/** The parsed file, or undefined when it is not there or was cut off while being written. */
export async function readJson(file) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Writes in one step and readable by the owner only: these files hold keys. */
export async function writePrivateJson(file, value) {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
}
