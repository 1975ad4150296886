import { setImmediate } from "node:timers/promises";
import type { Call } from "../call/call.js";
import type { PersonIdentifier } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import { findRoles } from "./erasure.rules.js";
import { deriveNames, listLinkedNames } from "./linked-names.js";
import { archiveCollection } from "../retention/index.js";
import { findInFile, findNextFile } from "./person-archives.js";
import { createPersonMatcher } from "./person-matcher.js";
import type { Scope } from "../data/scope.types.js";
import type { PersonMatcher } from "./person-matcher.js";
import { findRecords, listPersonCollections, type PersonCollection } from "./person-records.js";
import type { PrivacyOptions } from "./privacy.types.js";
import { findWindow } from "./record-windows.js";

/** Records in memory at once; each of them is read for its names. */
const recordsPerRead = 500;
/** So many are read for their names in one turn of the event loop: 500 took 124 ms at 5,000 names. */
const recordsPerTurn = 50;

export interface FoundPerson {
  found: { collection: string; records: number }[];
  /** Names in the same records that were not asked for. */
  links: PersonIdentifier[];
  /** Where to go on; empty at the end. */
  position: string;
}

/** Where a search goes on. */
interface Position {
  collection: number;
  /** The last id that was looked at. */
  after: string;
}

/**
 * Counts the records about a person, and reads under which other names the person is in them, until the time is over.
 * The sum of all answers is the whole.
 * @param given position of the answer before; empty at the beginning
 * @param until milliseconds since 1970 after which no further record is read
 */
export async function findPerson(
  options: Pick<PrivacyOptions, "db" | "life" | "archives">,
  call: Call,
  identifiers: readonly PersonIdentifier[],
  { given, until }: { given: string; until: number },
): Promise<FoundPerson> {
  const { db, life } = options;
  const search = { db, scope: db.scope(call), matcher: createPersonMatcher(identifiers) };
  const collections = listPersonCollections(life);
  const counts = new Map<string, number>();
  const derived = given === "" ? await deriveNames({ db, life }, search, identifiers) : [];
  const links = new Map(derived.map((link) => [toKey(link), link]));
  let at: Position = given === "" ? { collection: 0, after: "" } : (JSON.parse(given) as Position);
  // After the collections come the files of archived history.
  while (at.collection <= collections.length) {
    const collection = collections[at.collection];
    const { records, names, next } = collection
      ? await searchWindow(search, collection, { after: at.after, until })
      : await searchFile(options, search, collections, at.after);
    const name = collection?.name ?? archiveCollection;
    if (records > 0) counts.set(name, (counts.get(name) ?? 0) + records);
    for (const link of names) links.set(toKey(link), link);
    at = next === undefined ? { collection: at.collection + 1, after: "" } : { ...at, after: next };
    if (Date.now() >= until) break;
  }
  const found = [...counts].map(([name, records]) => ({ collection: name, records }));
  const isEnd = at.collection > collections.length;
  return { found, links: [...links.values()], position: isEnd ? "" : JSON.stringify(at) };
}

const toKey = ({ kind, value }: PersonIdentifier): string => `${kind}|${value}`;

interface Search {
  db: Database;
  scope: Scope;
  matcher: PersonMatcher;
}

interface Found {
  records: number;
  names: PersonIdentifier[];
  next: string | undefined;
}

/** The same in the next file of archived history. */
async function searchFile(
  options: Pick<PrivacyOptions, "life" | "archives">,
  { db, scope, matcher }: Search,
  collections: readonly PersonCollection[],
  after: string,
): Promise<Found> {
  const file = await findNextFile(options, scope, after);
  if (!file) return { records: 0, names: [], next: undefined };
  const { found } = await findInFile(file, collections, matcher);
  const names: PersonIdentifier[] = [];
  for (const { collection, record } of found)
    names.push(...(await listLinkedNames({ db, scope, matcher }, collection, record)));
  return { records: found.length, names, next: file.row._id };
}

/** The records of the person in one window, and the other names in them. */
async function searchWindow(
  { db, scope, matcher }: Search,
  collection: PersonCollection,
  { after, until }: { after: string; until: number },
): Promise<Found> {
  const { window, next } = await findWindow(db, scope, collection, after);
  const found = await findRecords(scope, collection, matcher, { limit: recordsPerRead, window });
  const names: PersonIdentifier[] = [];
  let records = 0;
  for (const [index, record] of found.entries()) {
    if (index % recordsPerTurn === 0) await setImmediate();
    if (findRoles(record, collection.personal.roles, matcher).length === 0) continue;
    records += 1;
    names.push(...(await listLinkedNames({ db, scope, matcher }, collection, record)));
    // Records that lead to others can take a command each.
    const isLast = index === found.length - 1;
    if (!isLast && Date.now() >= until) return { records, names, next: record._id };
  }
  const last = found.at(-1);
  return { records, names, next: last && found.length === recordsPerRead ? last._id : next };
}
