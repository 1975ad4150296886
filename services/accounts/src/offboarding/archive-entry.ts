import { createHash, type Hash } from "node:crypto";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { ZipFile } from "yazl";

/** A file of an archive, as described in the manifest. */
export interface ArchivedFile {
  path: string;
  records: number;
  bytes: number;
  sha256: string;
}

export interface EntryOptions {
  mtime: Date;
  /** False for content that is compressed already. */
  compress?: boolean;
}

/** One file of an archive that is being written. */
export class ArchiveEntry {
  readonly #stream = new PassThrough();
  readonly #hash: Hash = createHash("sha256");
  #records = 0;
  #bytes = 0;

  constructor(
    zip: ZipFile,
    readonly path: string,
    options: EntryOptions,
    private readonly signal: AbortSignal,
  ) {
    zip.addReadStream(this.#stream, path, options);
  }

  get bytes(): number {
    return this.#bytes;
  }

  count(records: number): void {
    this.#records += records;
  }

  /** Waits while the reader of the archive does not read. */
  async write(content: Uint8Array, records = 0): Promise<void> {
    this.#hash.update(content);
    this.count(records);
    this.#bytes += content.length;
    if (!this.#stream.write(content)) await once(this.#stream, "drain", { signal: this.signal });
  }

  /** Waits until the whole file was read, so that one file at most is in memory. */
  async end(): Promise<ArchivedFile> {
    const isRead = once(this.#stream, "end", { signal: this.signal });
    this.#stream.end();
    await isRead;
    return { path: this.path, records: this.#records, bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}
