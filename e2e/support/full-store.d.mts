/** Fills the store of a NATS server that was started with `maxFileStore`, until it refuses a message of one byte. */
export declare function fillStore(natsUrl: string): Promise<{
  /** Deletes what fills the store. */
  empty(): Promise<void>;
}>;
