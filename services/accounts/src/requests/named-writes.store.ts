import { type Database, isDuplicateKeyError, storedReplyMs } from "@tenant-ops/kit/data";

/** A write of an operator or a person with an Idempotency-Key. Its answer is added after the write. */
export interface NamedWrite {
  /** Actor, method, path and Idempotency-Key. */
  _id: string;
  /** Digest of the body, which distinguishes a repeat from another request with the same key. */
  digest: string;
  /** The id of the record that it creates, chosen before the write: a repeat after a crash creates the same record. */
  newId: string;
  createdAt: Date;
  /** Without secrets. */
  reply?: unknown;
}

export const namedWriteIndexes = [{ key: { createdAt: 1 as const }, expireAfterSeconds: storedReplyMs / 1000 }];

const writes = (db: Database) => db.shared<NamedWrite>("operatorWrites");

/** @returns the write that is stored under this id: this one, or an earlier one */
export async function reserveWrite(db: Database, write: NamedWrite): Promise<NamedWrite> {
  try {
    await writes(db).insertOne(write);
    return write;
  } catch (error) {
    const earlier = isDuplicateKeyError(error, "_id") ? await writes(db).findOne({ _id: { $eq: write._id } }) : null;
    if (earlier) return earlier;
    throw error;
  }
}

/** The first answer stays. */
export async function storeReply(db: Database, id: string, reply: unknown): Promise<void> {
  await writes(db).updateOne({ _id: { $eq: id }, reply: { $exists: false } }, { $set: { reply } });
}

/** For a write that was refused, so that its key can be used again. One that was answered stays. */
export async function releaseWrite(db: Database, { _id, newId }: NamedWrite): Promise<void> {
  await writes(db).deleteOne({ _id: { $eq: _id }, newId: { $eq: newId }, reply: { $exists: false } });
}
