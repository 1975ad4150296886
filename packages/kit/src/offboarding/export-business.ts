import type { Call } from "../call/call.js";
import { fileChunkCollection, findNextChunk } from "../data/files/stored-files.js";
import type { Scope } from "../data/tenancy/scope.types.js";
import { type PrivacyOptions, toExportLine } from "../privacy/index.js";
import { findPart, listOffboardingCollections } from "./business-collections.js";

/** A record has up to about 100 KB, see `bytesPerPart`. */
const recordsPerPart = 100;
/** An answer over gRPC may have 4 MB. */
const bytesPerPart = 1024 * 1024;

export interface BusinessExportPart {
  /** The file that the content belongs to; empty without content. */
  name: string;
  content: Uint8Array;
  records: number;
  position: string;
}

interface Position {
  collection: number;
  /** The last id that was examined. */
  after: string;
  /** For files: the number of the last chunk that was read. */
  n?: number;
}

/** The next part of all data of a business: one file per collection, then the files that its records refer to. */
export async function exportBusiness(
  { db, life }: PrivacyOptions,
  call: Call,
  given: string,
): Promise<BusinessExportPart> {
  const collections = listOffboardingCollections(life).filter((one) => one.life.isInternal !== true);
  const at: Position = given === "" ? { collection: 0, after: "" } : (JSON.parse(given) as Position);
  const collection = collections[at.collection];
  if (!collection) return { name: "", content: Buffer.alloc(0), records: 0, position: "" };
  const scope = db.scope(call);
  const isLast = at.collection === collections.length - 1;
  const following = isLast ? "" : JSON.stringify({ collection: at.collection + 1, after: "" });
  if (collection.name === fileChunkCollection) return exportFilePart(scope, at, following);
  const part = await findPart(db, scope, collection, at.after, {
    limit: recordsPerPart,
    projection: collection.isShared || collection.isById ? {} : { businessId: 0 },
  });
  const { lines, last } = toLines(part.records);
  const next = last ?? part.next;
  return {
    name: `${collection.name}.ndjson`,
    content: Buffer.from(lines.join("")),
    records: lines.length,
    position: next === undefined ? following : JSON.stringify({ ...at, after: next }),
  };
}

/** As many lines as fit into an answer. @returns `last`: the id of the last line's record, when records remain */
function toLines(records: readonly { _id: string }[]): { lines: string[]; last?: string } {
  const lines: string[] = [];
  let bytes = 0;
  for (const record of records) {
    const line = toExportLine(record);
    bytes += Buffer.byteLength(line);
    const before = records[lines.length - 1];
    if (before && bytes > bytesPerPart) return { lines, last: before._id };
    lines.push(line);
  }
  return { lines };
}

/** The next chunk of the files that records refer to. */
async function exportFilePart(scope: Scope, at: Position, following: string): Promise<BusinessExportPart> {
  const found = await findNextChunk(scope, { fileId: at.after, n: at.n ?? -1 });
  if (!found) return { name: "", content: Buffer.alloc(0), records: 0, position: following };
  const { fileId, n, data } = found;
  const position = JSON.stringify({ collection: at.collection, after: fileId, n });
  return { name: `files/${fileId}`, content: data, records: n === 0 ? 1 : 0, position };
}
