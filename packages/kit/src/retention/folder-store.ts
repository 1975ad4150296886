import { randomBytes } from "node:crypto";
import { mkdir, open, opendir, readdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** Where archives are kept: a folder, or a bucket of an S3-compatible store. Names are paths with `/`. */
export interface ArchiveStore {
  /** For operators: `file:///…`, `s3://…` at Amazon, or the address of another store with the bucket. */
  readonly location: string;
  /** Stores the whole object, and replaces an existing one. When it returns, a crash of the machine does not lose the object. */
  put: (name: string, content: Buffer) => Promise<void>;
  /** @throws Error when there is no such object */
  get: (name: string) => Promise<Buffer>;
  /** Names that begin with this text, in no order; at most `listedMax`. */
  list: (prefix: string) => Promise<string[]>;
  /** Deleting an object that does not exist is no error. */
  delete: (name: string) => Promise<void>;
  /** What is left of a folder without objects, and of those above it: their names have the business. A bucket has no folders. */
  deleteEmptyFolder: (prefix: string) => Promise<void>;
}

/** The largest number of names that `list` returns. */
export const listedMax = 1000;

/** Archives in a folder, such as a volume that is backed up. */
export function createFolderStore(folder: string): ArchiveStore {
  const root = resolve(folder);
  const toPath = (name: string) => join(root, ...name.split("/"));
  return {
    location: pathToFileURL(root).href,
    async put(name, content) {
      const path = toPath(name);
      // It has the prefix of the archive, so that an unfinished file of a crashed process is listed and deleted with it.
      const unfinished = `${path}.${randomBytes(6).toString("hex")}.unfinished`;
      await makeFolder(root, dirname(path));
      await writeDurably(unfinished, content);
      await rename(unfinished, path);
      await syncFolder(dirname(path));
    },
    get: (name) => readFile(toPath(name)),
    async list(prefix) {
      const names: string[] = [];
      for await (const name of listFiles(toPath, prefix)) if (names.push(name) === listedMax) break;
      return names;
    },
    delete: (name) => rm(toPath(name), { force: true }),
    async deleteEmptyFolder(prefix) {
      await deleteEmpty(resolve(toPath(prefix)));
      for (let one = dirname(resolve(toPath(prefix))); one !== root; one = dirname(one)) await deleteOneEmpty(one);
    },
  };
}

/** Reads one entry at a time: a folder can have very many. */
async function* listFiles(toPath: (name: string) => string, prefix: string): AsyncGenerator<string> {
  const within = prefix.slice(0, prefix.lastIndexOf("/") + 1);
  const folder = await opendir(toPath(within)).catch(ignoreAbsent([]));
  for await (const entry of folder) {
    const name = `${within}${entry.name}`;
    if (!name.startsWith(prefix)) continue;
    if (entry.isDirectory()) yield* listFiles(toPath, `${name}/`);
    else if (entry.isFile()) yield name;
  }
}

/** Syncs also the parents of new folders: otherwise a crash of the machine can lose the entry of a new folder. */
async function makeFolder(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let one = folder; one.length >= dirname(first).length && one !== dirname(one); one = dirname(one)) {
    await syncFolder(one);
    if (one === root) return;
  }
}

async function writeDurably(path: string, content: Buffer): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** With the empty ones in it. */
async function deleteEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreAbsent([]));
  for (const entry of entries) if (entry.isDirectory()) await deleteEmpty(join(folder, entry.name));
  await deleteOneEmpty(folder);
}

async function deleteOneEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Another service has files there, or has deleted it.
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(error.code ?? "")) throw error;
  });
}

function ignoreAbsent<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return value;
    throw error;
  };
}
