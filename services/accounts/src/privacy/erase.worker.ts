import { create } from "@bufbuild/protobuf";
import {
  type Database,
  isMadeByMesh,
  type PersonIdentifier,
  type LeaseRow,
  runWithLease,
  startLeasedPeriodicTask,
} from "@tenant-ops/kit/data";
import { createPersonNames, listPersonNames } from "@tenant-ops/kit/rpc";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { EndErasureRequestSchema, ErasePersonRequestSchema, PersonDataService } from "@tenant-ops/proto/common";
import { chooseFairly } from "./fair-order.rules.js";
import { mergeCounts } from "./record-counts.rules.js";
import { addNames } from "./names.rules.js";
import { completeErasure, endExport, findDueRequests, findRequest, saveProgress } from "./person-requests.store.js";
import type { PersonRequest, RecordCount } from "./person-requests.types.js";
import { createPersonCall, isOfMember, type ServicesOptions } from "./services.js";

/** Interval of searches for due requests. The parts of one request follow each other without a delay. */
const everyMs = 2000;
/** Limited, because each request may use some ten megabytes in a service while events are read. */
const requestsPerRound = 2;
/** Delay after a failure, for example while a service is down. */
const retryMs = 5000;

const businessesMax = 10_000;

export interface EraseWorkerOptions extends ServicesOptions {
  db: Database;
  logger: Logger;
  settleMs: number;
}

/**
 * Runs erasures, in one process at a time. A pass goes through all services. The last pass changes nothing, and begins when every call that began
 * before the request must have ended, so no record of such a call can be missed.
 * @returns a function that stops it
 */
export function startEraseWorker(options: EraseWorkerOptions): () => Promise<void> {
  const { db, logger } = options;
  /** When a request of each business was last processed. */
  const workedAt = new Map<string, number>();
  return startLeasedPeriodicTask({ database: db, logger }, { name: "person requests", everyMs, run });

  async function run(): Promise<boolean> {
    const due = chooseFairly(await findDueRequests(db, new Date()), workedAt, requestsPerRound);
    for (const { businessId } of due) {
      // Deleted first, so that the entries stay in the order of their times.
      workedAt.delete(businessId);
      workedAt.set(businessId, Date.now());
      for (const [oldest] of workedAt) if (workedAt.size > businessesMax) workedAt.delete(oldest);
    }
    const worked = await Promise.all(due.map(({ businessId, _id }) => workOn(options, businessId, _id)));
    return worked.includes(true);
  }
}

/**
 * Runs the next step of a request if it is due. Another process may have run that step since the request was found, and the next step can be due
 * later. Each request has its own lease, because a round may last longer than the lease of the task.
 * @returns false while another process works on it, when it is not due, and after a failure
 */
export async function workOn(options: EraseWorkerOptions, businessId: string, id: string): Promise<boolean> {
  const leases = options.db.infrastructure<LeaseRow>("leases");
  const ran = await runWithLease(leases, `person request ${id}`, () => workWithLease(options, businessId, id));
  return ran?.result ?? false;
}

async function workWithLease(options: EraseWorkerOptions, businessId: string, id: string): Promise<boolean> {
  const { db, logger } = options;
  const request = await findRequest(db, businessId, id);
  if (request?.dueAt === undefined || request.dueAt > new Date()) return false;
  try {
    await (request.kind === "export" ? endExport(db, request) : erasePart(options, request));
    return true;
  } catch (error) {
    logger.warn({ err: error, businessId, requestId: id }, "erasure of a person failed");
    await saveProgress(db, request, request, new Date(Date.now() + retryMs)).catch(() => undefined);
    return false;
  }
}

/** Sends one call to each service. The service webhooks comes last, because it copies the events of the others. */
async function erasePart(options: EraseWorkerOptions, request: PersonRequest): Promise<void> {
  const { db, settleMs } = options;
  const { erasure, requestedAt } = request;
  if (!erasure) throw new Error(`${request._id} is no erasure`);
  const first = options.services.filter((service) => service !== "webhooks");
  const results = await Promise.all(first.map((service) => eraseInService(options, request, service)));
  const isFirstComplete = results.every(({ isComplete }) => isComplete);
  if (isFirstComplete) results.push(await eraseInService(options, request, "webhooks"));
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
  if (!isFirstComplete || results.some(({ isComplete }) => !isComplete))
    return saveProgress(db, request, progress, now);
  const settledAt = new Date(requestedAt.getTime() + settleMs);
  const isClean = results.every(({ changedInPass }) => changedInPass === 0) && identifiers.length === known.length;
  if (!isClean || erasure.passStartedAt < settledAt) {
    const next = isClean && settledAt > now ? settledAt : now;
    return saveProgress(db, request, progress, next, next);
  }
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

interface ServiceResult {
  isComplete: boolean;
  changedInPass: number;
  changed: RecordCount[];
  links: PersonIdentifier[];
}

async function eraseInService(
  { clients }: ServicesOptions,
  { _id, businessId, identifiers = [], erasure }: PersonRequest,
  service: string,
): Promise<ServiceResult> {
  const { tombstone = "", pass = 1 } = erasure ?? {};
  const names = createPersonNames(identifiers);
  const request = create(ErasePersonRequestSchema, { requestId: _id, names, tombstone, pass });
  const call = createPersonCall(businessId, _id);
  const { message } = await clients.unary(PersonDataService.method.erasePerson, request, call, service);
  const { isComplete, changedInPass, changed, links } = message;
  return {
    isComplete,
    changedInPass,
    changed: changed.map(({ collection, records }) => ({ service, collection, records })),
    links: listPersonNames(links),
  };
}

async function endInService(
  { clients }: ServicesOptions,
  { _id, businessId }: PersonRequest,
  service: string,
): Promise<void> {
  const request = create(EndErasureRequestSchema, { requestId: _id });
  const end = () =>
    clients.unary(PersonDataService.method.endErasure, request, createPersonCall(businessId, _id), service);
  for (let hasMore = true; hasMore;) ({ hasMore } = (await end()).message);
}
