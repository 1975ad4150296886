import type { Call } from "../call/call.js";
import type { DataLife, PersonIdentifier, PersonRole } from "../data/data-life.types.js";
import type { Database } from "../data/database.types.js";
import { findRoles, readValues } from "./erasure.rules.js";
import { createPersonMatcher } from "./person-matcher.js";
import { countRecords, findRecords, listPersonCollections, type PersonRecord } from "./person-records.js";

/** Enough to see all names of a person; a request with more names than a person has is refused anyway. */
const recordsReadMax = 500;

export interface FoundPerson {
  found: { collection: string; records: number }[];
  /** Names in the same records that were not asked for. */
  links: PersonIdentifier[];
}

/** Counts the records about a person, and reads under which other names the person is in them. */
export async function findPerson(
  db: Database,
  life: DataLife,
  call: Call,
  identifiers: readonly PersonIdentifier[],
): Promise<FoundPerson> {
  const matcher = createPersonMatcher(identifiers);
  const scope = db.scope(call);
  const found: FoundPerson["found"] = [];
  const links = new Map<string, PersonIdentifier>();
  for (const collection of listPersonCollections(life)) {
    const { roles, findLinks } = collection.personal;
    const records = await findRecords(scope, collection, matcher, { limit: recordsReadMax });
    if (records.length === 0) continue;
    const isAll = records.length < recordsReadMax;
    const count = isAll ? records.length : await countRecords(scope, collection, matcher);
    found.push({ collection: collection.name, records: count });
    for (const record of records) {
      const others = [
        ...findRoles(record, roles, matcher).flatMap((role) => readNames(record, role)),
        ...((await findLinks?.(db, scope, record)) ?? []),
      ];
      for (const link of others)
        if (!matcher.isOfPerson(link.value, [link.kind])) links.set(`${link.kind}|${link.value}`, link);
    }
  }
  return { found, links: [...links.values()] };
}

/** The values of fields that have one kind: an answer of a visitor can be anything. */
function readNames(record: PersonRecord, { identifiedBy }: PersonRole): PersonIdentifier[] {
  return Object.entries(identifiedBy).flatMap(([path, kinds]) => {
    const [kind] = kinds;
    if (kind === undefined || kinds.length > 1 || path === "_id") return [];
    return readValues(record, path).flatMap((value) =>
      typeof value === "string" && value !== "" ? [{ kind, value }] : [],
    );
  });
}
