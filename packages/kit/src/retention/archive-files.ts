import { createHash, randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import {
  type ArchivedGroup,
  type ArchivedRange,
  type ArchiveName,
  type ArchivePlan,
  describeText,
  parseArchive,
  toFileName,
  toFilePrefix,
  toFolder,
  toManifest,
  toManifestName,
} from "./archive-format.rules.js";
import { type ArchiveStore, listedMax } from "./folder-store.js";
import type { ArchiveRow } from "./archives.store.js";
import { type AttachmentDraft, writeAttachments } from "./attachments.js";
import type { HistoryKind } from "./retention.types.js";

const compress = promisify(gzip);
const decompress = promisify(gunzip);
/** Of a file after decompression, so that a wrong file cannot fill the memory. Files are written with about 1 MiB, see `archiveLimits`. */
const bytesMax = 64 * 1024 * 1024;

/** Describes a file before it is written. Its name is stored in the database first, so that a crash leaves no file that no record names. */
export function planArchive(name: ArchiveName, text: string, range: ArchivedRange): ArchivePlan {
  const content = describeText(text, range);
  return { file: toFileName(name, content, randomBytes(4).toString("hex")), ...content };
}

/** The content of an archive that is to be written. */
export interface ArchiveDraft extends AttachmentDraft {
  name: ArchiveName;
  plan: ArchivePlan;
  text: string;
}

/**
 * Writes a file, its manifest and its attachments, reads all of them back, and compares them.
 * @throws Error when the store returns other content; the reason of the signal when that is aborted
 */
export async function writeArchive(store: ArchiveStore, draft: ArchiveDraft): Promise<void> {
  const { name, plan, text } = draft;
  const { file } = plan;
  const manifest = Buffer.from(toManifest(name, plan));
  await setImmediate();
  await store.put(file, await compress(text));
  await store.put(toManifestName(file), manifest);
  await readText(store, plan);
  if (!manifest.equals(await store.get(toManifestName(file))))
    throw new Error(`the manifest of ${file} was read back otherwise than it was written`);
  await writeAttachments(store, file, draft);
}

/** The records of a file. @throws Error when its content differs from what was written */
export async function readArchive(
  store: ArchiveStore,
  row: Pick<ArchiveRow, "file" | "sha256" | "records">,
  kind: Pick<HistoryKind, "collections" | "timeField" | "parts" | "listAttachments">,
): Promise<ArchivedGroup[]> {
  return parseArchive(await readText(store, row), kind);
}

/** The NDJSON of a file. @throws Error when its content differs from what was written */
export async function readText(
  store: ArchiveStore,
  { file, sha256, records }: Pick<ArchiveRow, "file" | "sha256" | "records">,
): Promise<string> {
  const content = await decompress(await store.get(file), { maxOutputLength: bytesMax });
  const isSame = createHash("sha256").update(content).digest("hex") === sha256;
  // Lets calls run between the computation of the hash and the reading of the lines.
  await setImmediate();
  if (!isSame || countLines(content) !== records)
    throw new Error(`${file} was read back otherwise than it was written`);
  return content.toString("utf8");
}

function countLines(content: Buffer): number {
  let lines = 0;
  for (let at = content.indexOf(10); at !== -1; at = content.indexOf(10, at + 1)) lines += 1;
  return lines;
}

/** Deletes a file, its manifest, its attachments, and unfinished files that a crash has left of them. */
export async function deleteFiles(store: ArchiveStore, file: string): Promise<void> {
  for (let found = listedMax; found >= listedMax;) {
    const names = await store.list(toFilePrefix(file));
    for (const name of names) await store.delete(name);
    found = names.length;
  }
}

/** Deletes up to a thousand files of a business. @returns how many were deleted; 0 when there are none */
export async function deleteAllFiles(
  store: ArchiveStore,
  owner: Pick<ArchiveName, "businessId" | "service">,
  isOver: () => boolean,
): Promise<number> {
  const names = await store.list(toFolder(owner));
  if (names.length === 0) await store.deleteEmptyFolder(toFolder(owner));
  let deleted = 0;
  for (const name of names) {
    await store.delete(name);
    deleted += 1;
    if (isOver()) break;
  }
  return deleted;
}
