import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { DamagedFile, readFile } from "../data/files/stored-files.js";
import type { Scope } from "../data/tenancy/scope.types.js";
import { toAttachmentName } from "./archive-format.rules.js";
import type { ArchiveStore } from "./folder-store.js";
import type { Attachment } from "./retention.types.js";

// Attachments: files that records of an archive refer to. Each is a separate object in the store, with its uploaded content. Their names have the
// prefix of the archive, so they are deleted with it. When an archive is replaced, its name changes, and the attachments are copied.

/**
 * Reads the content of an attachment: from the database, or from the store of the archive that is being replaced.
 * @throws Error when the content differs from the hash in its record
 */
export type ReadAttachment = (attachment: Attachment) => Promise<Buffer>;

/**
 * @param openScope called for each file, so that each has a full deadline
 * @returns a reader that throws DamagedFile when a part is missing, or the content differs from the hash in its record
 */
export const createDatabaseReader =
  (openScope: () => Scope): ReadAttachment =>
  async (attachment) => {
    const parts: Buffer[] = [];
    for await (const part of readFile(openScope(), attachment)) parts.push(part);
    const content = Buffer.concat(parts);
    if ((await computeHash(content)) !== attachment.sha256)
      throw new DamagedFile(attachment.fileId, "has another content than its record says");
    return content;
  };

/** @param file name of the archive */
export const createArchiveReader =
  (store: ArchiveStore, file: string): ReadAttachment =>
  async (attachment) => {
    const name = toAttachmentName(file, attachment);
    const content = await store.get(name);
    if ((await computeHash(content)) !== attachment.sha256)
      throw new Error(`${name} was read back otherwise than it was written`);
    return content;
  };

export interface AttachmentDraft {
  attachments: readonly Attachment[];
  readAttachment: ReadAttachment;
  /** Aborted when this process has lost the lease, or stops. */
  signal: AbortSignal;
}

/**
 * Writes the attachments of an archive, one at a time, and reads each back.
 * @throws Error of the reader; Error when the store returns other content; the reason of the signal when that is aborted
 */
export async function writeAttachments(
  store: ArchiveStore,
  file: string,
  { attachments, readAttachment, signal }: AttachmentDraft,
): Promise<void> {
  for (const attachment of attachments) {
    // Attachments can take minutes, and another process may have deleted this archive meanwhile.
    signal.throwIfAborted();
    const name = toAttachmentName(file, attachment);
    const content = await readAttachment(attachment);
    await store.put(name, content);
    if (!content.equals(await store.get(name))) throw new Error(`${name} was read back otherwise than it was written`);
  }
}

const bytesPerIteration = 1024 * 1024;

/** In parts, so that calls can run in between: a file has up to 10 MB. */
async function computeHash(content: Buffer): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < content.length; at += bytesPerIteration) {
    hash.update(content.subarray(at, at + bytesPerIteration));
    await setImmediate();
  }
  return hash.digest("hex");
}
