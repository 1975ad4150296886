import {
  type DateRange,
  findPage,
  type Page,
  type PageRequest,
  rangeFilter,
  type Scope,
  type WriteScope,
} from "@tenant-ops/kit/data";
import type { Registration } from "./registrations.types.js";

export const registrationIndexes = [{ key: { flowId: 1, createdAt: -1, _id: -1 } }];

const registrations = (scope: Scope) => scope.collection<Registration>("registrations");

export function insertRegistration(scope: WriteScope, registration: Registration): Promise<void> {
  return registrations(scope).append(registration);
}

/** A registration of this flow, by its id. */
export function findRegistration(scope: Scope, flowId: string, registrationId: string): Promise<Registration | null> {
  return registrations(scope).findOne({ _id: registrationId, flowId });
}

/** The form of a page may have 64 KiB, so 500 registrations could be 32 MB: they are read in parts, and a page ends early. */
const readAtOnceMax = 100;
const answerCharactersMax = 1_000_000;

/** The registrations of a flow, the newest first. A page may have fewer than `limit` when the answers are long. */
export async function listRegistrations(
  scope: Scope,
  flowId: string,
  range: DateRange,
  { limit, cursor }: PageRequest,
): Promise<Page<Registration>> {
  const filter = { flowId, ...rangeFilter<Registration>("createdAt", range) };
  const items: Registration[] = [];
  let next = cursor;
  let characters = 0;
  for (;;) {
    const part = { limit: Math.min(limit - items.length, readAtOnceMax), cursor: next };
    const found = await findPage<Registration>(scope, "registrations", filter, part);
    items.push(...found.items);
    characters += countCharacters(found.items);
    next = found.nextCursor ?? "";
    if (!found.hasMore || items.length >= limit || characters >= answerCharactersMax) return { ...found, items };
  }
}

function countCharacters(found: readonly Registration[]): number {
  return found.reduce((sum, { answers }) => sum + JSON.stringify(answers).length, 0);
}
