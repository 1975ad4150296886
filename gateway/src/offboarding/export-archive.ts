import { PassThrough, type Readable } from "node:stream";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { ZipFile } from "yazl";
import { type ArchivedFile, ArchiveWriter } from "./archive-writer.js";
import { createDataCall, type DataHolder } from "./business-data.js";

export interface ArchivedBusiness {
  businessId: string;
  sandboxId: string | null;
  /** The business leaves, so nothing changes while it leaves. */
  isClosed: boolean;
}

export interface ArchiveOptions {
  /** As this process knows it. */
  isDeleting: () => boolean;
  /** Whether the business still leaves, as the database knows it. */
  readIsClosed: () => Promise<boolean>;
  logger: Logger;
}

const checkEveryMs = 1000;

/**
 * Everything of a business as a ZIP archive, written while it is read: one answer of a service is in memory. The manifest is the last
 * file, so an archive that was cut off has none. From the beginning of the deletion there is nothing whole to write: the download is cut off.
 */
export function openArchive(
  holders: readonly DataHolder[],
  business: ArchivedBusiness,
  options: ArchiveOptions,
): Readable {
  const zip = new ZipFile();
  const output = new PassThrough();
  const gone = new AbortController();
  // Also when the caller does not read on: the lease of the export must not be renewed behind the deletion.
  const timer = setInterval(() => {
    if (options.isDeleting()) fail(new DeletionBegun());
  }, checkEveryMs).unref();
  output.once("close", () => {
    clearInterval(timer);
    gone.abort();
  });
  const fail = (error: unknown) => {
    // The download ends before its end, and the caller sees that it is not complete.
    if (!gone.signal.aborted) options.logger.warn({ err: error }, "export of a business failed");
    output.destroy(error instanceof Error ? error : new Error("the export failed"));
  };
  zip.outputStream.on("error", fail).pipe(output);
  writeArchive(zip, holders, business, { ...options, signal: gone.signal }).catch(fail);
  return output;
}

class DeletionBegun extends Error {
  override message = "the deletion of the business began while it was exported";
}

async function writeArchive(
  zip: ZipFile,
  holders: readonly DataHolder[],
  business: ArchivedBusiness,
  { signal, isDeleting, readIsClosed }: ArchiveOptions & { signal: AbortSignal },
): Promise<void> {
  const { businessId, sandboxId } = business;
  const createdAt = new Date();
  const files: ArchivedFile[] = [];
  const places = [
    { id: businessId, folder: "" },
    ...(sandboxId === null ? [] : [{ id: sandboxId, folder: "sandbox/" }]),
  ];
  for (const { id, folder } of places) {
    for (const { service, data } of holders) {
      const writer = new ArchiveWriter(zip, `${folder}${service}/`, createdAt, signal);
      let position = "";
      do {
        const part = await data.export(createDataCall(id, "export"), position);
        if (part.name !== "") await writer.write(part);
        ({ position } = part);
        signal.throwIfAborted();
      } while (position !== "");
      files.push(...(await writer.end()));
    }
  }
  const isClosed = (await readIsClosed()) && business.isClosed;
  // Every process is told before anything is deleted, this one first: whatever was read above was whole.
  if (isDeleting()) throw new DeletionBegun();
  const manifest = { ...business, isClosed, createdAt: createdAt.toISOString(), withoutSecrets: true, files };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), "manifest.json", { mtime: createdAt });
  zip.end();
}
