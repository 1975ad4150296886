import type { Collection } from "mongodb";
import type { OutboxRow } from "../data/infrastructure.js";
import type { Logger } from "../telemetry/logger.js";

/** Rows that were published within this time are marked in one command. */
const joinedMs = 100;

/** Marks rows as published, a little later and many in one command. A row that is never marked is published again. */
export interface PublishMarks {
  /** @param stream the stream that has acknowledged all events of the rows */
  add(rows: readonly { _id: string }[], stream: string): void;
  /** Whether the row waits for its mark. */
  has(id: string): boolean;
  /** Resolves when all rows that were added before are marked. */
  flush(): Promise<void>;
}

interface MarkedRows {
  stream: string;
  ids: Set<string>;
}

export function createPublishMarks(outbox: Collection<OutboxRow>, logger: Logger): PublishMarks {
  let waiting: MarkedRows | undefined;
  let underWay: MarkedRows | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write(rows: MarkedRows): Promise<void> {
    underWay = rows;
    const ids = [...rows.ids];
    try {
      // A row that the relay has sent to a newer stream meanwhile keeps that mark.
      const update = { $set: { publishedAt: new Date(), stream: rows.stream } };
      await outbox.updateMany({ _id: { $in: ids }, publishedAt: null }, update);
    } catch (error) {
      logger.warn({ err: error, rows: ids.length }, "published events not marked, they will be published again");
    }
    underWay = undefined;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const rows = waiting;
    waiting = undefined;
    if (rows) writing = writing.then(() => write(rows));
    return writing;
  }

  return {
    add(rows, stream) {
      if (waiting && waiting.stream !== stream) void flush();
      waiting ??= { stream, ids: new Set() };
      for (const { _id } of rows) waiting.ids.add(_id);
      timer ??= setTimeout(() => void flush(), joinedMs);
    },
    has: (id) => waiting?.ids.has(id) === true || underWay?.ids.has(id) === true,
    flush,
  };
}
