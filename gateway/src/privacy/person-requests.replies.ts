import type { PersonRequest } from "./person-requests.types.js";

/** A request as callers see it: without the names of the person. */
export function toRequestAnswer(request: PersonRequest) {
  const { _id, kind, status, personHashes, records, requestedBy, erasure } = request;
  const { requestedAt, completedAt, downloadUntil, namesLeftOut = 0 } = request;
  return {
    _id,
    kind,
    status,
    personHashes,
    tombstone: erasure?.tombstone ?? null,
    records,
    namesLeftOut,
    requestedBy,
    requestedAt: requestedAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    coversUntil: erasure?.coversUntil?.toISOString() ?? null,
    downloadUntil: downloadUntil?.toISOString() ?? null,
  };
}
