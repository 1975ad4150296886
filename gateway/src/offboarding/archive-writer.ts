import type { ZipFile } from "yazl";
import { ArchiveEntry, type ArchivedFile } from "./archive-entry.js";
import { ArchivePack } from "./archive-pack.js";

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
