/** Where archives are kept: a folder, or a bucket of an S3-compatible store. Names are paths with `/`. */
export interface ArchiveStore {
  /** For operators: `file:///…`, `s3://…` at Amazon, or the address of another store with the bucket. */
  readonly location: string;
  /** Stores the whole object, and replaces an existing one. When it returns, a crash of the machine does not lose the object. */
  put: (name: string, content: Buffer) => Promise<void>;
  /** @throws Error when there is no such object */
  get: (name: string) => Promise<Buffer>;
  /** Names that begin with this text, in no order; at most `listedMax`. */
  list: (prefix: string) => Promise<string[]>;
  /** Deleting an object that does not exist is no error. */
  delete: (name: string) => Promise<void>;
  /** What is left of a folder without objects, and of those above it: their names have the business. A bucket has no folders. */
  deleteEmptyFolder: (prefix: string) => Promise<void>;
}

/** The largest number of names that `list` returns. */
export const listedMax = 1000;
