import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";

/** The files of a ZIP archive, by their paths, in their order. */
export async function readArchive(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip: ZipFile = await promisify<Buffer, object, ZipFile>(fromBuffer)(archive, { lazyEntries: true });
  const open = promisify<Entry, NodeJS.ReadableStream>(zip.openReadStream.bind(zip));
  const files = new Map<string, Buffer>();
  return new Promise((resolve, reject) => {
    zip.on("entry", (entry: Entry) => {
      open(entry)
        .then(buffer)
        .then((content) => {
          files.set(entry.fileName, content);
          zip.readEntry();
        }, reject);
    });
    zip.once("end", () => resolve(files));
    zip.once("error", reject);
    zip.readEntry();
  });
}

export interface Manifest {
  businessId: string;
  sandboxId: string | null;
  isClosed: boolean;
  files: { path: string; records: number; bytes: number; sha256: string }[];
}

/** What the manifest should say of these files. */
export function describeFiles(files: ReadonlyMap<string, Buffer>): Omit<Manifest["files"][number], "records">[] {
  return [...files].map(([path, content]) => ({
    path,
    bytes: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
  }));
}
