import { createHash } from "node:crypto";
import { Binary, type IndexDescription } from "mongodb";
import { Refusal } from "../../errors/refusal.js";
import { newId } from "../ids.js";
import type { Scope, WriteScope } from "../tenancy/scope.types.js";

// Files in MongoDB, laid out as GridFS does. The driver's GridFSBucket writes records without a business, so the guards would refuse
// them and a reset of a sandbox would leave them.

/** GridFS's own chunk size. */
const chunkBytes = 255 * 1024;
/** How long the chunks of an upload that was not finished are kept. */
const unfinishedMs = 60 * 60 * 1000;

interface FileChunk {
  _id: string;
  fileId: string;
  n: number;
  data: Binary;
  /** MongoDB deletes the chunk then. Absent once a record refers to the file. */
  expiresAt?: Date;
}

export const fileChunkCollection = "fileChunks";
export const fileChunkIndexes = [
  { key: { fileId: 1, n: 1 }, unique: true },
  { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
] as const satisfies readonly IndexDescription[];

export interface StoredFile {
  fileId: string;
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

const toChunkId = (fileId: string, n: number): string => `${fileId}|${n}`;

const chunks = (scope: Scope) => scope.collection<FileChunk>(fileChunkCollection);

/**
 * Stores a stream, one chunk after another: no more than two chunks are in memory. Not within a transaction. The file expires unless `keepFile`
 * follows in the transaction that stores a reference to it, so the chunks of an interrupted upload are deleted soon.
 * @param inspect sees all bytes, in their order; what it throws ends the upload
 * @throws Refusal payload_too_large
 */
export async function storeFile(
  scope: Scope,
  content: AsyncIterable<Uint8Array>,
  { bytesMax, inspect }: { bytesMax: number; inspect?: (bytes: Uint8Array) => void },
): Promise<StoredFile> {
  const fileId = newId("fil");
  const hash = createHash("sha256");
  const expiresAt = new Date(Date.now() + unfinishedMs);
  let bytes = 0;
  let n = 0;
  for await (const data of cutIntoChunks(content)) {
    bytes += data.length;
    if (bytes > bytesMax) throw new Refusal("payload_too_large", `The file has more than ${bytesMax} bytes.`);
    hash.update(data);
    inspect?.(data);
    await chunks(scope).insertOne({ _id: toChunkId(fileId, n), fileId, n, data: new Binary(data), expiresAt });
    n += 1;
  }
  return { fileId, sha256: hash.digest("hex"), bytes };
}

async function* cutIntoChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const part of content) {
    pending.push(part);
    length += part.length;
    while (length >= chunkBytes) {
      const all = Buffer.concat(pending);
      yield all.subarray(0, chunkBytes);
      pending = [all.subarray(chunkBytes)];
      length -= chunkBytes;
    }
  }
  if (length > 0) yield Buffer.concat(pending);
}

/**
 * Keeps a stored file for good. Call it in the transaction that stores a reference to it.
 * @throws Refusal service_unavailable when a part of it was deleted meanwhile, as by a reset of the sandbox
 */
export async function keepFile(scope: WriteScope, { fileId, bytes }: StoredFile): Promise<void> {
  const { matchedCount } = await chunks(scope).updateMany({ fileId }, { $unset: { expiresAt: 1 } });
  if (matchedCount === Math.ceil(bytes / chunkBytes)) return;
  throw new Refusal(
    "service_unavailable",
    "A part of the file was deleted meanwhile. Nothing was written; send it again.",
    1,
  );
}

/** Changes the expiry of a stored file: later while it is not kept yet, or at once when another file has replaced it. */
export async function setFileExpiry(
  scope: WriteScope,
  { fileId }: Pick<StoredFile, "fileId">,
  expiresAt: Date,
): Promise<void> {
  await chunks(scope).updateMany({ fileId }, { $set: { expiresAt } });
}

/** The content of a file is not what its record says, or not all of it is stored. */
export class DamagedFile extends Error {
  constructor(
    readonly fileId: string,
    problem: string,
  ) {
    super(`the file ${fileId} ${problem}`);
  }
}

/** Reads a file, one chunk at a time. @throws DamagedFile when a chunk is missing */
export async function* readFile(
  scope: Scope,
  { fileId, bytes }: Pick<StoredFile, "fileId" | "bytes">,
): AsyncGenerator<Buffer> {
  for (let n = 0; n * chunkBytes < bytes; n += 1) {
    const part = await readFilePart(scope, { fileId, bytes }, n);
    if (part) yield part;
  }
}

/** One chunk of a file, counted from 0; undefined after the last one. @throws DamagedFile when the chunk is missing */
export async function readFilePart(
  scope: Scope,
  { fileId, bytes }: Pick<StoredFile, "fileId" | "bytes">,
  n: number,
): Promise<Buffer | undefined> {
  if (n * chunkBytes >= bytes) return undefined;
  const chunk = await chunks(scope).findOne({ fileId, n });
  if (!chunk) throw new DamagedFile(fileId, `has no chunk ${n}`);
  return Buffer.from(chunk.data.buffer);
}

/** The chunk that follows this one in the files that records refer to, in the order of their ids; `n` is -1 before the first. */
export async function findNextChunk(
  scope: Scope,
  after: Pick<FileChunk, "fileId" | "n">,
): Promise<{ fileId: string; n: number; data: Buffer } | undefined> {
  const { fileId, n } = after;
  const found = await chunks(scope).findOne(
    { expiresAt: { $exists: false }, $or: [{ fileId, n: { $gt: n } }, { fileId: { $gt: fileId } }] },
    { sort: { fileId: 1, n: 1 } },
  );
  return found ? { fileId: found.fileId, n: found.n, data: Buffer.from(found.data.buffer) } : undefined;
}

/** Deletes files at once, in one command. */
export async function deleteFileParts(
  scope: WriteScope,
  files: readonly Pick<StoredFile, "fileId" | "bytes">[],
): Promise<void> {
  const ids = files.flatMap(({ fileId, bytes }) =>
    Array.from({ length: Math.ceil(bytes / chunkBytes) }, (_, n) => toChunkId(fileId, n)),
  );
  if (ids.length > 0) await chunks(scope).deleteByIds(ids);
}

/** Deletes a file at once. */
export async function deleteFile(scope: WriteScope, { fileId }: Pick<StoredFile, "fileId">): Promise<void> {
  while (await chunks(scope).deleteOne({ fileId }));
}
