import type { Call } from "../call/call.js";
import { createYieldToLoop } from "../concurrency/index.js";
import type { PersonIdentifier } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import { toNameKey } from "../data/ids.js";
import type { Scope } from "../data/tenancy/scope.types.js";
import { archiveCollection } from "../retention/index.js";
import { findRoles } from "./erasure.rules.js";
import { deriveNames, linksMax, listLinkedNames } from "./linked-names.js";
import { findInFile, findNextFile } from "./person-archives.js";
import { createPersonMatcher, type PersonMatcher } from "./person-matcher.js";
import {
  type BusinessCollection,
  findRecords,
  listPersonCollections,
  openCollection,
  type PersonCollection,
  type PersonRecord,
  type RecordWindow,
} from "./person-records.js";
import type { PrivacyOptions } from "./privacy.types.js";

/** The largest number of records that one command examines: some ten milliseconds, for a business of any size. */
const recordsPerWindow = 5000;

/**
 * The next part of a collection that a search examines. For a business with few records it is all of them, found by an index that begins with
 * the business. For other businesses it is a range of ids across all businesses, because few collections have an index by business and id.
 * @param after the last id that was examined; empty at the beginning
 * @returns `next`, the last id of the window; undefined when it is the last window
 */
export async function findWindow(
  db: Database,
  scope: Scope,
  collection: BusinessCollection,
  after: string,
): Promise<{ window: RecordWindow; next: string | undefined }> {
  const beyond = after === "" ? undefined : { $gt: after };
  if (db.isIndexedByBusiness(collection.name, scope.businessId)) {
    const count = await openCollection(scope, collection).count({}, recordsPerWindow + 1);
    if (count <= recordsPerWindow) return { window: beyond ? { range: beyond } : {}, next: undefined };
  }
  const next = await db.findSliceEnd(collection.name, beyond?.$gt, recordsPerWindow);
  const range = { ...(beyond ?? { $gt: "" }), ...(next !== undefined && { $lte: next }) };
  return { window: { range, isById: true }, next };
}

/** The driver reads MongoDB's answer in one iteration of the event loop: 500 records took up to 50 ms. */
const recordsPerRead = 200;

export interface FoundPerson {
  found: { collection: string; records: number }[];
  /** Other names of the person in the same records, up to `linksMax`. */
  links: PersonIdentifier[];
  /** Other names in these records of which nothing proves that they are of the same person, up to `linksMax`. */
  unproven: PersonIdentifier[];
  /** Position of the next call; empty at the end. */
  position: string;
}

/** The position of a search. */
interface Position {
  collection: number;
  /** The last id that was examined. */
  after: string;
}

/**
 * Counts the records about a person, and collects other names of the person in them, until the time is over. The total is the sum of the counts
 * of all calls.
 * @param given position from the answer of the previous call; empty at the beginning
 * @param until milliseconds since 1970 after which no further record is read
 */
export async function findPerson(
  options: Pick<PrivacyOptions, "db" | "life" | "archives">,
  call: Call,
  identifiers: readonly PersonIdentifier[],
  { given, until }: { given: string; until: number },
): Promise<FoundPerson> {
  const { db, life } = options;
  const search: Search = {
    db,
    scope: db.scope(call),
    matcher: createPersonMatcher(identifiers),
    links: new Map(),
    unproven: new Map(),
  };
  const collections = listPersonCollections(life);
  const counts = new Map<string, number>();
  if (given === "") addNames(search.links, await deriveNames({ db, life }, search, identifiers));
  let at: Position = given === "" ? { collection: 0, after: "" } : (JSON.parse(given) as Position);
  // The archives follow after the last collection.
  while (at.collection <= collections.length) {
    const collection = collections[at.collection];
    const { records, next } = collection
      ? await searchWindow(search, collection, { after: at.after, until })
      : await searchFile(options, search, collections, at.after);
    const name = collection?.name ?? archiveCollection;
    if (records > 0) counts.set(name, (counts.get(name) ?? 0) + records);
    at = next === undefined ? { collection: at.collection + 1, after: "" } : { ...at, after: next };
    if (Date.now() >= until) break;
  }
  const found = [...counts].map(([name, records]) => ({ collection: name, records }));
  const isEnd = at.collection > collections.length;
  const names = { links: [...search.links.values()], unproven: [...search.unproven.values()] };
  return { found, ...names, position: isEnd ? "" : JSON.stringify(at) };
}

interface Search {
  db: Database;
  scope: Scope;
  matcher: PersonMatcher;
  /** Names that were found, by kind and value. */
  links: Map<string, PersonIdentifier>;
  unproven: Map<string, PersonIdentifier>;
}

function addNames(known: Map<string, PersonIdentifier>, names: readonly PersonIdentifier[]): void {
  for (const name of names) if (known.size < linksMax) known.set(toNameKey(name), name);
}

/** Stops reading names when there are too many already: `findLinks` of a record can take a database command. */
async function addLinkedNames(search: Search, collection: PersonCollection, record: PersonRecord): Promise<void> {
  if (search.links.size >= linksMax) return;
  const { links, unproven } = await listLinkedNames(search, collection, record);
  addNames(search.links, links);
  addNames(search.unproven, unproven);
}

interface Found {
  records: number;
  next: string | undefined;
}

/** Counts the records of the person in the next archive, and adds the other names in them to the search. */
async function searchFile(
  options: Pick<PrivacyOptions, "life" | "archives">,
  search: Search,
  collections: readonly PersonCollection[],
  after: string,
): Promise<Found> {
  const file = await findNextFile(options, search.scope, after);
  if (!file) return { records: 0, next: undefined };
  const { found } = await findInFile(file, collections, search.matcher);
  const yieldToLoop = createYieldToLoop();
  for (const { collection, record } of found) {
    await yieldToLoop();
    await addLinkedNames(search, collection, record);
  }
  return { records: found.length, next: file.row._id };
}

/** Counts the records of the person in one window, and adds the other names in them to the search. */
async function searchWindow(
  search: Search,
  collection: PersonCollection,
  { after, until }: { after: string; until: number },
): Promise<Found> {
  const { db, scope, matcher } = search;
  const { window, next } = await findWindow(db, scope, collection, after);
  const found = await findRecords(scope, collection, matcher, { limit: recordsPerRead, window });
  const yieldToLoop = createYieldToLoop();
  let records = 0;
  for (const [index, record] of found.entries()) {
    await yieldToLoop();
    if (findRoles(record, collection.personal.roles, matcher).length === 0) continue;
    records += 1;
    await addLinkedNames(search, collection, record);
    // `findLinks` can take a database command for each record.
    const isLast = index === found.length - 1;
    if (!isLast && Date.now() >= until) return { records, next: record._id };
  }
  const last = found.at(-1);
  return { records, next: last && found.length === recordsPerRead ? last._id : next };
}
