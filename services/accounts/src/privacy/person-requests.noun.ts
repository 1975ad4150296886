import { type Database, toNameKey } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import { createByteStream, createDownloadHeaders, setReplayedHeader, toRestList } from "@tenant-ops/kit/http";
import { defineNoun } from "@tenant-ops/kit/process";
import * as routes from "@tenant-ops/rest/accounts";
import type { AccountsContext } from "../dependencies.js";
import { bindTenantRoute } from "../requests/bind-tenant-route.js";
import { requireRequestKey } from "../requests/request-key.js";
import { runAlone } from "../requests/run-alone.js";
import { createRequest } from "./create-request.js";
import { exportLines } from "./export-lines.js";
import { listIdentifiers } from "./names.rules.js";
import { findRequest, listRequests, personRequestIndexes } from "./person-requests.store.js";
import type { PersonRequest } from "./person-requests.types.js";
import { findEverywhere } from "./services.js";

/** `/v1/public/person-requests`: what all services store about a person. Each service is asked. */
export const personRequests = defineNoun({
  collections: {
    personRequests: {
      indexes: personRequestIndexes,
      retention: { kept: "always" },
      isShared: true,
      personal: "Names of the person until an erasure is complete, or an export has ended; afterwards keyed hashes.",
    },
  },
  http: (app, _verbs, context: AccountsContext) => {
    const { db, pepper, logger } = context;
    bindTenantRoute(app, routes.previewPersonRequest, async ({ body, call }) => {
      const given = listIdentifiers(body, call.country);
      const { includeLinked } = body;
      const search = () => findEverywhere(context, call, given, { includeLinked });
      const found = await runAlone(db, call.businessId, search);
      const { identifiers, unproven: unprovenNames, records, isMember, isComplete } = found;
      const isGiven = new Set(given.map(toNameKey));
      const names = identifiers.map((name) => ({ ...name, isLinked: !isGiven.has(toNameKey(name)) }));
      return { names, unprovenNames, records, isMember, isComplete };
    });

    bindTenantRoute(app, routes.createPersonRequest, async ({ body, call, request, reply }) => {
      const { key: idempotencyKey, digest } = requireRequestKey(request, pepper);
      const { requestId } = call;
      const { stored, isRepeat } = await createRequest(context, {
        ...body,
        ...{ caller: call, idempotencyKey, digest, requestId },
      });
      setReplayedHeader(reply, { replayed: isRepeat });
      return toRequestReply(stored);
    });

    bindTenantRoute(app, routes.listPersonRequests, async ({ query, call }) =>
      toRestList(await listRequests(db, call.businessId, query), toRequestReply),
    );

    bindTenantRoute(app, routes.getPersonRequest, async ({ params: { id }, call }) =>
      toRequestReply(await requireRequest(db, call.businessId, id)),
    );

    bindTenantRoute(app, routes.downloadPersonExport, async ({ params: { id }, call, reply }) => {
      const found = await requireRequest(db, call.businessId, id);
      const { identifiers, downloadUntil } = found;
      if (!identifiers || !downloadUntil || downloadUntil <= new Date())
        throw new Refusal("person_export_ended", "This export cannot be downloaded any more. Create another one.");
      void reply.headers(createDownloadHeaders(`${id}.ndjson`));
      return createByteStream(exportLines(context, { ...found, identifiers }), logger);
    });
  },
});

async function requireRequest(db: Database, businessId: string, id: string): Promise<PersonRequest> {
  const found = await findRequest(db, businessId, id);
  if (found) return found;
  throw new Refusal("person_request_not_found", `No request ${id}; GET /v1/public/person-requests lists them.`);
}

/** A request as callers see it: without the names of the person. */
function toRequestReply(request: PersonRequest) {
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
