/** Where archives are kept: a folder, or a bucket of an S3-compatible store. Names are paths with `/`. */
export interface ArchiveStore {
  /** `file:///…`, `s3://…` at Amazon, or the address of another store with the bucket. */
  readonly location: string;
  /** Stores the whole object, in place of one with this name. When it returns, a crash of the machine does not lose it. */
  put: (name: string, content: Buffer) => Promise<void>;
  /** @throws Error when there is none */
  get: (name: string) => Promise<Buffer>;
  /** Names that begin with a text, in no order; at most a thousand. */
  list: (prefix: string) => Promise<string[]>;
  /** One that does not exist is deleted already. */
  delete: (name: string) => Promise<void>;
  /** What is left of a folder without objects, and of those above it: their names have the business. A bucket has no folders. */
  deleteEmptyFolder: (prefix: string) => Promise<void>;
}

/** Objects in an answer of `list` at most. */
export const listedMax = 1000;
