import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { readFile } from "../data/stored-files.js";
import type { Scope } from "../data/scope.types.js";
import { toAttachmentName } from "./archive-format.rules.js";
import type { ArchiveStore } from "./archive-store.types.js";
import type { Attachment } from "./retention.types.js";

// Files that records of an archive name. Each is an object of its own, as it was uploaded. Its name begins as that of the archive, so whatever
// deletes an archive deletes them too. A replaced archive has another name, and its attachments are copied.

/** Reads the content of one: from the database, or from beside the archive that is replaced. */
export type ReadAttachment = (attachment: Attachment) => Promise<Buffer>;

/** @param openScope each file is read with a time of its own */
export const createDatabaseReader =
  (openScope: () => Scope): ReadAttachment =>
  async (attachment) => {
    const parts: Buffer[] = [];
    for await (const part of readFile(openScope(), attachment)) parts.push(part);
    return Buffer.concat(parts);
  };

/** @param file name of the archive */
export const createArchiveReader =
  (store: ArchiveStore, file: string): ReadAttachment =>
  (attachment) =>
    store.get(toAttachmentName(file, attachment));

export interface AttachmentDraft {
  attachments: readonly Attachment[];
  readAttachment: ReadAttachment;
  /** Aborted when another process has taken over, or this one stops. */
  signal: AbortSignal;
}

/**
 * Writes the attachments of an archive, one at a time, and reads each back.
 * @throws Error when one is not what its record says, or the store returns something else; the reason of the signal
 */
export async function writeAttachments(
  store: ArchiveStore,
  file: string,
  { attachments, readAttachment, signal }: AttachmentDraft,
): Promise<void> {
  for (const attachment of attachments) {
    // They can take minutes, and another process may have deleted this file since.
    signal.throwIfAborted();
    const name = toAttachmentName(file, attachment);
    const content = await readAttachment(attachment);
    if ((await computeHash(content)) !== attachment.sha256)
      throw new Error(`${attachment.fileId} has another content than its record says`);
    await store.put(name, content);
    if (!content.equals(await store.get(name))) throw new Error(`${name} was read back otherwise than it was written`);
  }
}

const bytesPerTurn = 1024 * 1024;

/** In parts, so that calls get their turn: a file has up to 10 MB. */
async function computeHash(content: Buffer): Promise<string> {
  const hash = createHash("sha256");
  for (let at = 0; at < content.length; at += bytesPerTurn) {
    hash.update(content.subarray(at, at + bytesPerTurn));
    await setImmediate();
  }
  return hash.digest("hex");
}
