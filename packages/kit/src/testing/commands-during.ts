import { BSON, type CommandSucceededEvent, type Document } from "mongodb";
import { analyticsIndexes } from "../data/analytics/analytics-records.js";
import type { RunningService } from "../process/service.types.js";

/** The amount of data that the process has read from its database. Decoding it blocks the event loop. */
export interface ReadAmount {
  documents: number;
  /** The largest answer of the database: it is decoded without a pause. */
  bytesAtOnce: number;
}

/** Tasks add up counts of every business at any time. A transaction that counts sends its increments with its other writes, in one `bulkWrite`. */
const ofTasks = new Set<unknown>(Object.keys(analyticsIndexes));
export const isOfTask = (collection: unknown): boolean => ofTasks.has(collection);

/** Counts the documents that MongoDB sends for this business while `work` runs. Nothing else may use the business meanwhile. */
export async function readsDuring(
  running: RunningService<unknown>,
  businessId: string,
  work: () => Promise<unknown>,
): Promise<ReadAmount> {
  const amount = { documents: 0, bytesAtOnce: 0 };
  const requests = new Set<number>();
  /** A command for more names its cursor and no business. Tasks of the service have cursors of their own. */
  const cursors = new Set<string>();
  const { db } = running.context;
  const stopCommands = db.watchCommands(({ requestId, commandName, command }) => {
    const isOfBusiness =
      commandName === "getMore"
        ? cursors.has(String(command["getMore"]))
        : !isOfTask(command[commandName]) && JSON.stringify(command).includes(businessId);
    if (isOfBusiness) requests.add(requestId);
  });
  const stopReplies = db.watchReplies((event) => {
    if (!requests.has(event.requestId)) return;
    const { cursor } = event.reply as { cursor?: { id?: unknown } };
    if (cursor) cursors.add(String(cursor.id));
    const documents = getDocuments(event);
    const bytes = documents.reduce((sum, document) => sum + measureBytes(document), 0);
    amount.documents += documents.length;
    amount.bytesAtOnce = Math.max(amount.bytesAtOnce, bytes);
  });
  try {
    await work();
  } finally {
    stopCommands();
    stopReplies();
  }
  return amount;
}

/** A list that is passed on as bytes is not decoded. */
function measureBytes(document: Document | Buffer): number {
  return Buffer.isBuffer(document) ? document.length : BSON.calculateObjectSize(document);
}

function getDocuments({ reply }: CommandSucceededEvent): Document[] {
  const { cursor, value } = reply as { cursor?: { firstBatch?: Document[]; nextBatch?: Document[] }; value?: Document };
  return cursor?.firstBatch ?? cursor?.nextBatch ?? (value ? [value] : []);
}

const writeCommands = new Set(["insert", "update", "delete", "findAndModify", "bulkWrite"]);

/** Watches the commands themselves, so a write to any collection is found. */
export async function writesDuring(
  running: RunningService<unknown>,
  businessId: string,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const seen: string[] = [];
  const stop = running.context.db.watchCommands(({ commandName, command }) => {
    // Leases and the updates of the outbox relay are written all the time; they name no business.
    if (isOfTask(command[commandName])) return;
    if (writeCommands.has(commandName) && JSON.stringify(command).includes(businessId)) seen.push(commandName);
  });
  try {
    await work();
  } finally {
    stop();
  }
  return seen;
}
