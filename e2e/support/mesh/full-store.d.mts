import type { JetStreamClient } from "nats";

/** Fills the store of a NATS server that was started with `maxFileStore`, until it refuses a message of one byte. */
export declare function fillStore(natsUrl: string): Promise<{
  /** Deletes what fills the store. */
  empty(): Promise<void>;
}>;

/** Publishes messages, first big ones, then small ones, until not even one of a byte has room. */
export declare function publishUntilFull(jetstream: JetStreamClient, subject: string): Promise<void>;
