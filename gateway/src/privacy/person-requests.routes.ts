import { createHmac } from "node:crypto";
import { readIdempotencyKey } from "@tenant-ops/kit/call";
import { type Database, toNameKey } from "@tenant-ops/kit/data";
import { Refusal } from "@tenant-ops/kit/errors";
import {
  computeBodyDigest,
  createByteStream,
  createDownloadHeaders,
  requireProof,
  setReplayedHeader,
  toRestList,
} from "@tenant-ops/kit/http";
import type { Logger } from "@tenant-ops/kit/telemetry";
import {
  createPersonRequest,
  downloadPersonExport,
  getPersonRequest,
  listPersonRequests,
  previewPersonRequest,
} from "@tenant-ops/rest/gateway";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { InFlightLimit } from "../limits/in-flight-limit.js";
import { type AllAreasOptions, bindAllAreas } from "../rest/all-areas.js";
import type { Tenant } from "../tenant/tenant.js";
import { createRequest } from "./create-request.js";
import { exportLines } from "./export-lines.js";
import { listIdentifiers } from "./names.rules.js";
import { findRequest, listRequests } from "./person-requests.store.js";
import type { PersonRequest, RequestKey } from "./person-requests.types.js";
import { findEverywhere, runAlone, type ServicesOptions } from "./services.js";

/**
 * An erasure cannot be undone, so a person in the console must have proven their identity recently. Call it after the body was read, because the
 * body contains the kind of the request.
 * @throws Refusal step_up_required
 */
async function requireProofForErasure(
  { readProof }: Pick<Tenant, "readProof">,
  kind: "export" | "erasure",
): Promise<void> {
  if (kind === "erasure" && readProof) requireProof({ provenAt: await readProof() });
}

export interface PersonRouteOptions extends AllAreasOptions, ServicesOptions {
  db: Database;
  pepper: Buffer;
  downloads: InFlightLimit;
  logger: Logger;
}

/** `/v1/public/person-requests`: what all services store about a person. The gateway asks each service. */
export function personRequestRoutes(app: FastifyInstance, options: PersonRouteOptions): void {
  const { db } = options;
  void app.register(async (scope) => {
    scope.addHook("onRoute", (route) => {
      route.config = { ...route.config, caller: "tenant" };
    });

    bindAllAreas(scope, options, previewPersonRequest, async ({ body, tenant, request }) => {
      const given = listIdentifiers(body, tenant.country);
      const caller = { businessId: tenant.businessId, requestId: request.id };
      const { includeLinked } = body;
      const search = () => findEverywhere(options, caller, given, { includeLinked });
      const found = await runAlone(db, tenant.businessId, search);
      const { identifiers, unproven: unprovenNames, records, isMember, isComplete } = found;
      const isGiven = new Set(given.map(toNameKey));
      const names = identifiers.map((name) => ({ ...name, isLinked: !isGiven.has(toNameKey(name)) }));
      return { names, unprovenNames, records, isMember, isComplete };
    });

    bindAllAreas(scope, options, createPersonRequest, async ({ body, tenant, request, reply }) => {
      await requireProofForErasure(tenant, body.kind);
      const { key: idempotencyKey, digest } = requireRequestKey(request, options.pepper);
      const { stored, isRepeat } = await createRequest(options, {
        ...body,
        ...{ tenant, idempotencyKey, digest, requestId: request.id },
      });
      setReplayedHeader(reply, { replayed: isRepeat });
      return toRequestReply(stored);
    });

    bindAllAreas(scope, options, listPersonRequests, async ({ query, tenant }) =>
      toRestList(await listRequests(db, tenant.businessId, query), toRequestReply),
    );

    bindAllAreas(scope, options, getPersonRequest, async ({ params: { id }, tenant }) =>
      toRequestReply(await requireRequest(db, tenant.businessId, id)),
    );

    bindAllAreas(scope, options, downloadPersonExport, async ({ params: { id }, tenant, reply }) => {
      const { businessId } = tenant;
      options.downloads.acquire(businessId, reply);
      const found = await requireRequest(db, businessId, id);
      const { identifiers, downloadUntil } = found;
      if (!identifiers || !downloadUntil || downloadUntil <= new Date())
        throw new Refusal("person_export_ended", "This export cannot be downloaded any more. Create another one.");
      void reply.headers(createDownloadHeaders(`${id}.ndjson`));
      return createByteStream(exportLines(options, { ...found, identifiers }), options.logger);
    });
  });
}

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

/**
 * The key with which a request is repeated, and a keyed digest of what was sent with it.
 * @throws Refusal idempotency_key_required
 */
export function requireRequestKey(request: FastifyRequest, pepper: Buffer): RequestKey {
  const key = readIdempotencyKey(request);
  if (key === undefined)
    throw new Refusal(
      "idempotency_key_required",
      "Send an Idempotency-Key header: the same value when you repeat this request.",
    );
  return { key, digest: createHmac("sha256", pepper).update(computeBodyDigest(request)).digest("base64url") };
}
