import { type Database, newId } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import type { Tenant } from "../tenant/tenant.js";
import { type GivenNames, hashIdentifier, hashPerson, listIdentifiers } from "./names.rules.js";
import { findByKey, findLastErasure, insertRequest } from "./person-requests.store.js";
import type { PersonRequest } from "./person-requests.types.js";
import { findEverywhere, type FoundEverywhere, type ServicesOptions } from "./services.js";

/** How long an export can be downloaded. */
const downloadMs = 24 * 60 * 60 * 1000;

interface CreateOptions extends ServicesOptions {
  db: Database;
  pepper: Buffer;
}

interface GivenRequest extends GivenNames {
  kind: PersonRequest["kind"];
  includeLinked: boolean;
  tenant: Tenant;
  idempotencyKey: string;
  digest: string;
  /** Of the HTTP request. */
  requestId: string;
}

/**
 * Stores a request. The same request again is the stored one, and so is another one about a person whose erasure is running, or is complete
 * with nothing new since.
 * @throws Refusal idempotency_conflict, person_is_member, person_ambiguous
 */
export async function createRequest(
  options: CreateOptions,
  given: GivenRequest,
): Promise<{ stored: PersonRequest; isRepeat: boolean }> {
  const { db, pepper } = options;
  const { kind, includeLinked, tenant, idempotencyKey, digest, requestId } = given;
  const { businessId } = tenant;
  const earlier = await findByKey(db, businessId, idempotencyKey);
  if (earlier) return { stored: requireSame(earlier, digest), isRepeat: true };

  const names = listIdentifiers(given);
  const found = await findEverywhere(options, { businessId, requestId }, names, { includeLinked });
  const personHashes = names.map((name) => hashIdentifier(pepper, businessId, name));
  if (kind === "erasure") {
    if (found.isMember) throw createMember();
    const last =
      found.records.length === 0 && found.isComplete ? await findLastErasure(db, businessId, personHashes) : null;
    if (last) return { stored: last, isRepeat: true };
  }
  const request = planRequest({ ...given, personHashes, found, now: new Date() });
  const stored = await insertRequest(db, request);
  if (stored.idempotencyKey === idempotencyKey) requireSame(stored, digest);
  return { stored, isRepeat: stored._id !== request._id };
}

function planRequest({
  kind,
  includeLinked,
  tenant,
  idempotencyKey,
  digest,
  personHashes,
  found,
  now,
}: GivenRequest & { personHashes: string[]; found: FoundEverywhere; now: Date }): PersonRequest {
  const { identifiers, records } = found;
  const common = {
    _id: newId("prq"),
    businessId: tenant.businessId,
    personHashes,
    includeLinked,
    ...(!found.isComplete && { isSearched: false as const }),
    identifiers,
    requestedBy: tenant.keyId,
    requestedAt: now,
    idempotencyKey,
    digest,
  };
  if (kind === "export") {
    const downloadUntil = new Date(now.getTime() + downloadMs);
    return { ...common, kind, status: "completed", records, completedAt: now, downloadUntil, dueAt: downloadUntil };
  }
  const erasure = {
    tombstone: newId("erased"),
    running: hashPerson(personHashes),
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

function requireSame(stored: PersonRequest, digest: string): PersonRequest {
  if (stored.digest === digest) return stored;
  throw new Refusal("idempotency_conflict", "This idempotency key was used before with other arguments.");
}

function createMember(): Refusal {
  return new Refusal(
    "person_is_member",
    "The person is a member of this business. Nothing was done. Remove the member in the console first.",
  );
}
