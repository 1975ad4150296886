import type { DescMessage, MessageInitShape } from "@bufbuild/protobuf";
import type { Document } from "mongodb";
import type { Call } from "../call/call.js";
import type { StoredRecord, TenantCollection } from "./tenant-collection.js";

/** The database as one call of one business sees it. */
export interface Scope {
  businessId: string;
  call: Call;
  /** One moment for everything this call writes. */
  now: Date;
  collection<T extends StoredRecord>(name: string): TenantCollection<T>;
}

/** A scope inside a transaction: what it writes and what it announces happen together or not at all. */
export interface WriteScope extends Scope {
  /**
   * Announces a fact. The event is stored with the change that made it true and published after the commit;
   * it may reach a listener twice, never not at all.
   */
  publish<Schema extends DescMessage>(schema: Schema, event: MessageInitShape<Schema>): Promise<void>;
  /**
   * Takes a name that only one record of all businesses may have, in a shared collection and in this transaction. A taken
   * one is a duplicate of `_id`, whoever holds it: see `isDuplicate`.
   */
  claim(collection: string, name: string, fields?: Document): Promise<void>;
}
