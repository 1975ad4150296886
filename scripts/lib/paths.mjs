import { chmod, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Everything `npm start` stores: databases, streams, keys, logs. `npm run reset` deletes it. */
export const dataDir = resolve(process.env.TENANT_OPS_DATA || join(root, ".data"));

/** Whether the checkout or the home folder of the user is inside the data folder: a wrong TENANT_OPS_DATA, which no command may delete. */
export const containsMoreThanData = [root, homedir()].some(
  (folder) => relative(dataDir, folder).split(sep)[0] !== "..",
);

/** Downloaded programs. Outside the checkout, so that all clones on this machine share them. */
export const cacheDir = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "tenant-ops");

/** The parsed file, or undefined when it does not exist or was only partly written. */
export async function readJson(file) {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (error.code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Writes atomically and readable by the owner only, because these files hold keys. */
export async function writePrivateJson(file, value) {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, file);
}
