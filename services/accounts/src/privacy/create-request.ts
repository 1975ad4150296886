import type { Caller } from "@tenant-ops/kit/call";
import { type Database, dayMs, newId } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { requireSame } from "../requests/request-keys.rules.js";
import { runAlone } from "../requests/run-alone.js";
import { type GivenNames, hashIdentifier, hashPerson, listIdentifiers } from "./names.rules.js";
import {
  findLastErasure,
  findRequestByKey,
  findRunning,
  insertRequest,
  keepKey,
  requireSlot,
} from "./person-requests.store.js";
import type { PersonRequest } from "./person-requests.types.js";
import { findEverywhere, type FoundEverywhere, type ServicesOptions } from "./services.js";

/** How long an export can be downloaded. */
const downloadMs = dayMs;
/**
 * For how long a receipt answers a further request. A search finds records, and not what is made of them, such as the bodies of webhooks: those
 * stay when a record was deleted because of its age, which takes a day at least.
 */
const receiptAnswersMs = dayMs;

interface CreateOptions extends ServicesOptions {
  db: Database;
  pepper: Buffer;
}

interface GivenRequest extends GivenNames {
  kind: PersonRequest["kind"];
  includeLinked: boolean;
  caller: Pick<Caller, "businessId" | "country" | "keyId">;
  idempotencyKey: string;
  digest: string;
  /** Of the HTTP request. */
  requestId: string;
}

/**
 * Stores a request. A repeated request returns the stored one. So does another erasure request about a person whose erasure is running, or was
 * completed within a day when no record is found.
 * @throws Refusal idempotency_conflict, person_is_member, person_ambiguous, rate_limited
 */
export async function createRequest(
  options: CreateOptions,
  given: GivenRequest,
): Promise<{ stored: PersonRequest; isRepeat: boolean }> {
  const { db, pepper } = options;
  const { kind, includeLinked, caller, idempotencyKey, digest, requestId } = given;
  const { businessId } = caller;
  const sent = { key: idempotencyKey, digest };
  const answer = async (stored: PersonRequest) => {
    await keepKey(db, stored, sent);
    const withKey = (await findRequestByKey(db, businessId, sent.key)) ?? stored;
    return { stored: requireSame(withKey, sent), isRepeat: true };
  };
  const earlier = await findRequestByKey(db, businessId, idempotencyKey);
  if (earlier) return { stored: requireSame(earlier, sent), isRepeat: true };

  const names = listIdentifiers(given, caller.country);
  const personHashes = names.map((name) => hashIdentifier(pepper, businessId, name));
  if (kind === "erasure") {
    const running = await findRunning(db, businessId, hashPerson(personHashes, includeLinked));
    if (running) return answer(running);
    // Checked before the search, which is the most expensive part.
    await requireSlot(db, businessId);
  }
  const search = () => findEverywhere(options, { businessId, requestId }, names, { includeLinked });
  const found = await (kind === "export" ? runAlone(db, businessId, search) : search());
  if (kind === "erasure") {
    if (found.isMember) throw createMember();
    const isNothing = found.records.length === 0 && found.isComplete;
    const after = new Date(Date.now() - receiptAnswersMs);
    const last = isNothing ? await findLastErasure(db, businessId, personHashes, after) : null;
    if (last) return answer(last);
  }
  const request = planRequest({ ...given, personHashes, found, now: new Date() });
  const stored = await insertRequest(db, request);
  return stored._id === request._id ? { stored, isRepeat: false } : answer(stored);
}

function planRequest({
  kind,
  includeLinked,
  caller,
  idempotencyKey,
  digest,
  personHashes,
  found,
  now,
}: GivenRequest & { personHashes: string[]; found: FoundEverywhere; now: Date }): PersonRequest {
  const { identifiers, records } = found;
  const common = {
    _id: newId("prq"),
    businessId: caller.businessId,
    personHashes,
    includeLinked,
    ...(!found.isComplete && { isSearched: false as const }),
    identifiers,
    requestedBy: caller.keyId,
    requestedAt: now,
    keys: [{ key: idempotencyKey, digest }],
  };
  if (kind === "export") {
    const downloadUntil = new Date(now.getTime() + downloadMs);
    return { ...common, kind, status: "completed", records, completedAt: now, downloadUntil, dueAt: downloadUntil };
  }
  const erasure = {
    tombstone: newId("erased"),
    running: hashPerson(personHashes, includeLinked),
    pass: 1,
    passStartedAt: now,
    coversUntil: null,
  };
  return {
    ...common,
    kind,
    status: "running",
    records: [],
    completedAt: null,
    downloadUntil: null,
    erasure,
    dueAt: now,
  };
}

function createMember(): Refusal {
  return new Refusal(
    "person_is_member",
    "The person is a member of this business. Nothing was done. Remove the member in the console first.",
  );
}
