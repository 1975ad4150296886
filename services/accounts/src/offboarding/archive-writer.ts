import { ZipFile } from "yazl";
import { type ArchivedFile, ArchiveEntry } from "./archive-entry.js";

/** yazl keeps an entry for each file in memory until the end of a ZIP archive, and iterates over all entries after each file. */
const filesMax = 1000;
const bytesMax = 256 * 1024 * 1024;

/** A ZIP archive within the archive, because a business can have any number of files: it contains the next ones. */
class ArchivePack {
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

export type { ArchivedFile } from "./archive-entry.js";

interface Part {
  /** The name of a file. A name with a folder in front of it is written into a pack of this folder. */
  name: string;
  content: Uint8Array;
  records: number;
}

/** Writes the data of one service, part after part, in the order in which it arrives. */
export class ArchiveWriter {
  readonly #files: ArchivedFile[] = [];
  #entry: ArchiveEntry | undefined;
  #pack: ArchivePack | undefined;
  #packs = 0;

  /** @param prefix of all paths */
  constructor(
    private readonly zip: ZipFile,
    private readonly prefix: string,
    private readonly mtime: Date,
    private readonly signal: AbortSignal,
  ) {}

  async write({ name, content, records }: Part): Promise<void> {
    const slash = name.indexOf("/");
    if (slash >= 0) return this.#writePacked(name.slice(0, slash), name.slice(slash + 1), content, records);
    const path = `${this.prefix}${name}`;
    if (this.#entry?.path !== path) {
      await this.#endOpen();
      this.#entry = new ArchiveEntry(this.zip, path, { mtime: this.mtime }, this.signal);
    }
    await this.#entry.write(content, records);
  }

  async #writePacked(folder: string, name: string, content: Uint8Array, records: number): Promise<void> {
    if (!this.#pack || this.#pack.isFullFor(name)) {
      await this.#endOpen();
      this.#packs += 1;
      const path = `${this.prefix}${folder}/${String(this.#packs).padStart(4, "0")}.zip`;
      this.#pack = new ArchivePack(this.zip, path, this.mtime, this.signal);
    }
    await this.#pack.write(name, content, records);
  }

  /** Ends the open file or pack before the next one begins: one is written at a time. */
  async #endOpen(): Promise<void> {
    const ended = await (this.#entry ?? this.#pack)?.end();
    if (ended) this.#files.push(ended);
    [this.#entry, this.#pack] = [undefined, undefined];
  }

  /** @returns the files that were written */
  async end(): Promise<ArchivedFile[]> {
    await this.#endOpen();
    return this.#files;
  }
}
