import { ZipFile } from "yazl";
import { ArchiveEntry, type ArchivedFile } from "./archive-entry.js";

/** yazl keeps an entry for each file in memory until the end of a ZIP archive, and iterates over all entries after each file. */
const filesMax = 1000;
const bytesMax = 256 * 1024 * 1024;

/** A ZIP archive within the archive, because a business can have any number of files: it contains the next ones. */
export class ArchivePack {
  readonly #zip = new ZipFile();
  readonly #outer: ArchiveEntry;
  readonly #copying: Promise<void>;
  #file: ArchiveEntry | undefined;
  #files = 0;

  constructor(
    zip: ZipFile,
    path: string,
    private readonly mtime: Date,
    private readonly signal: AbortSignal,
  ) {
    this.#outer = new ArchiveEntry(zip, path, { mtime, compress: false }, signal);
    this.#copying = this.#copy();
    // `end` throws this error. An error before `end` means that the download was aborted.
    this.#copying.catch(() => undefined);
  }

  async #copy(): Promise<void> {
    for await (const content of this.#zip.outputStream) await this.#outer.write(content as Uint8Array);
  }

  /** Whether a file with another name belongs into the next pack. */
  isFullFor(name: string): boolean {
    return this.#file?.path !== name && (this.#files >= filesMax || this.#outer.bytes >= bytesMax);
  }

  async write(name: string, content: Uint8Array, records: number): Promise<void> {
    if (this.#file?.path !== name) {
      await this.#file?.end();
      this.#file = new ArchiveEntry(this.#zip, name, { mtime: this.mtime }, this.signal);
      this.#files += 1;
    }
    this.#outer.count(records);
    await this.#file.write(content);
  }

  async end(): Promise<ArchivedFile> {
    await this.#file?.end();
    this.#zip.end();
    await this.#copying;
    return this.#outer.end();
  }
}
