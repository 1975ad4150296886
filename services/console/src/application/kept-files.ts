import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, dayMs } from "@tenant-ops/kit/data";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { Binary } from "mongodb";

// A page that is open during an upgrade asks for files of the version that it began with, and may ask a replica of either version. So each replica
// stores its files at the start, and those of other versions are kept for a day.

interface KeptFile {
  /** The name, with a hash of the content: another content has another name. */
  _id: string;
  content: Binary;
  /** When MongoDB deletes it; null while the version that started last has it. */
  expiresAt: Date | null;
}

export const keptFileIndexes = [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }] as const;

const files = (db: Database) => db.shared<KeptFile>("applicationFiles");

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * Stores the files of this version, and tries again until it has; the replica works meanwhile.
 * @param folder of the build, without folders in it
 * @returns how to stop: a running attempt ends
 */
export function startKeepingFiles(db: Database, logger: Logger, folder: string, pauseMs = 10_000): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      try {
        return await keepFiles(db, folder);
      } catch (error) {
        logger.error({ err: error }, "files of the application were not stored");
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return () => {
    stopping.abort();
    return running;
  };
}

export async function keepFiles(db: Database, folder: string, now = new Date()): Promise<void> {
  const names = (await readdir(folder)).filter((name) => extname(name) in types);
  const isOwn = { _id: { $in: names } };
  const known = await files(db).distinct("_id", isOwn);
  await files(db).updateMany({ ...isOwn, expiresAt: { $ne: null } }, { $set: { expiresAt: null } });
  for (const name of names.filter((one) => !known.includes(one))) {
    const content = new Binary(await readFile(join(folder, name)));
    // Replicas that start at the same time store the same.
    await files(db).updateOne({ _id: name }, { $set: { content, expiresAt: null } }, { upsert: true });
  }
  const isReplaced = { _id: { $nin: names }, expiresAt: null };
  await files(db).updateMany(isReplaced, { $set: { expiresAt: new Date(now.getTime() + dayMs) } });
}

/** A file that this replica does not have, of another version. */
export async function findKeptFile(db: Database, name: string): Promise<{ content: Buffer; type: string } | undefined> {
  const type = types[extname(name)];
  if (type === undefined) return undefined;
  const found = await files(db).findOne({ _id: { $eq: name } });
  return found ? { content: Buffer.from(found.content.buffer), type } : undefined;
}
