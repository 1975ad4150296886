import { BSON } from "mongodb";
import { locateRows, type RawRows } from "./raw-rows.js";

/** The document `cursor` of an answer to `find`, as MongoDB sends it. */
export const toCursor = (rows: readonly object[]): Buffer =>
  Buffer.from(BSON.serialize({ firstBatch: rows, id: 0n, ns: "supply.stocks" }));

export const toRawRows = (rows: readonly object[]): RawRows => locateRows(toCursor(rows));
