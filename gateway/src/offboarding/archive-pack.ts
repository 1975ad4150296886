import { ZipFile } from "yazl";
import { ArchiveEntry, type ArchivedFile } from "./archive-entry.js";

/** A ZIP archive keeps an entry for each of its files in memory until its end, and yazl goes through all of them after each one. */
const filesMax = 1000;
const bytesMax = 256 * 1024 * 1024;

/** A ZIP archive within the archive: the next files of a business that can have any number of them. */
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
    // `end` reports it; until then it is only that the download was cut off.
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
