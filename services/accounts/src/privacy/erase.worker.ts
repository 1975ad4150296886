import { type Database, isMadeByMesh, type PersonIdentifier } from "@tenant-ops/kit/data";
import { createPersonNames, listPersonNames } from "@tenant-ops/kit/rpc";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { DataService } from "@tenant-ops/proto/common";
import type { Registry } from "prom-client";
import { askService, createDataCall } from "../requests/data-calls.js";
import { createDueRequests, type DueRequests, registerAge } from "../requests/due-requests.js";
import { judgePass, type PassPart } from "../requests/passes.rules.js";
import { mergeCounts, nameService } from "../requests/record-counts.rules.js";
import { chooseFairly } from "./fair-order.rules.js";
import { addNames } from "./names.rules.js";
import {
  completeErasure,
  endExport,
  findDueRequests,
  findOldestRunning,
  findRequest,
  saveProgress,
} from "./person-requests.store.js";
import type { PersonRequest } from "./person-requests.types.js";
import { isOfMember, type ServicesOptions } from "./services.js";

/** Limited, because each request may use some ten megabytes in a service while events are read. */
const requestsPerRound = 2;
const businessesMax = 10_000;

export interface EraseWorkerOptions extends ServicesOptions {
  db: Database;
  logger: Logger;
  settleMs: number;
}

/**
 * Runs erasures, and ends exports. A pass goes through all services. The last pass changes nothing, and begins when every call that began before the
 * request must have ended, so no record of such a call can be missed.
 */
export function createEraseWork(options: EraseWorkerOptions): DueRequests {
  const { db, logger } = options;
  /** When a request of each business was last processed. */
  const workedAt = new Map<string, number>();
  return createDueRequests<PersonRequest>(options, {
    name: "person request",
    async choose(now) {
      const chosen = chooseFairly(await findDueRequests(db, now), workedAt, requestsPerRound);
      for (const { businessId } of chosen) {
        // Deleted first, so that the entries stay in the order of their times.
        workedAt.delete(businessId);
        workedAt.set(businessId, now.getTime());
        for (const [oldest] of workedAt) if (workedAt.size > businessesMax) workedAt.delete(oldest);
      }
      return chosen;
    },
    find: ({ businessId, _id }) => findRequest(db, businessId, _id),
    async step(request) {
      await (request.kind === "export" ? endExport(db, request) : erasePart(options, request));
      return true;
    },
    postpone: (request, dueAt) => saveProgress(db, request, request, dueAt),
    logFailure: ({ _id, businessId }, error) =>
      logger.warn({ err: error, businessId, requestId: _id }, "erasure of a person failed"),
  });
}

/** Sends one call to each service. The service webhooks comes last, because it copies the events of the others. */
async function erasePart(options: EraseWorkerOptions, request: PersonRequest): Promise<void> {
  const { db, settleMs } = options;
  const { erasure, requestedAt } = request;
  if (!erasure) throw new Error(`${request._id} is no erasure`);
  const first = options.services.filter((service) => service !== "webhooks");
  const results = await Promise.all(first.map((service) => eraseInService(options, request, service)));
  if (results.every(({ isComplete }) => isComplete)) results.push(await eraseInService(options, request, "webhooks"));
  const records = mergeCounts(
    request.records,
    results.flatMap(({ changed }) => changed),
  );
  const { identifiers: known = [], includeLinked } = request;
  // Records that were created after the search can contain further names.
  const added = addNames(known, includeLinked ? results.flatMap(({ links }) => links) : []);
  const identifiers = await leaveOutMembers(options, request, added.identifiers);
  const namesLeftOut = added.leftOut + added.identifiers.length - identifiers.length;
  const progress = { records, identifiers, namesLeftOut };
  const now = new Date();
  const settledAt = new Date(requestedAt.getTime() + settleMs);
  const hasNewNames = identifiers.length > known.length;
  const outcome = judgePass({ startedAt: erasure.passStartedAt, settledAt, parts: results, hasNewNames }, now);
  if (outcome.is === "unfinished") return saveProgress(db, request, progress, now);
  if (outcome.is === "repeated") return saveProgress(db, request, progress, outcome.startsAt, outcome.startsAt);
  await saveProgress(db, request, progress, now);
  await Promise.all(options.services.map((service) => endInService(options, request, service)));
  const coversUntil = new Date(erasure.passStartedAt.getTime() - settleMs);
  await completeErasure(db, { ...request, identifiers }, { completedAt: now, coversUntil });
}

/** Leaves out linked names of members, whose records are not erased. @param names the names of the request, followed by linked names */
async function leaveOutMembers(
  options: EraseWorkerOptions,
  { _id: requestId, businessId, identifiers: known = [] }: PersonRequest,
  names: readonly PersonIdentifier[],
): Promise<PersonIdentifier[]> {
  const kept = [...known];
  for (const name of names.slice(known.length))
    if (isMadeByMesh(name) || !(await isOfMember(options, { businessId, requestId }, [name]))) kept.push(name);
  return kept;
}

interface ErasedPart extends PassPart {
  links: PersonIdentifier[];
}

async function eraseInService(
  { clients }: ServicesOptions,
  { _id: requestId, businessId, identifiers = [], erasure }: PersonRequest,
  service: string,
): Promise<ErasedPart> {
  const { tombstone = "", pass = 1 } = erasure ?? {};
  const request = { requestId, names: createPersonNames(identifiers), tombstone, pass };
  const call = createDataCall(businessId, requestId);
  const part = await askService(clients, service, DataService.method.erasePerson, call, request);
  return { ...part, changed: nameService(service, part.changed), links: listPersonNames(part.links) };
}

async function endInService(
  { clients }: ServicesOptions,
  { _id: requestId, businessId }: PersonRequest,
  service: string,
): Promise<void> {
  const end = () =>
    askService(clients, service, DataService.method.endErasure, createDataCall(businessId, requestId), { requestId });
  for (let hasMore = true; hasMore;) ({ hasMore } = await end());
}

export function registerPersonMetrics(registry: Registry, db: Database): void {
  registerAge(registry, () => findOldestRunning(db), {
    name: "tenantops_person_erasure_oldest_seconds",
    help: "Age of the oldest erasure of a person that is not complete; 0 without one",
  });
}
