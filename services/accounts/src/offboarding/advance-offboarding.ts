import type { BusinessState, Database } from "@tenant-ops/kit/data";
import type { Changes } from "../changes/changes.js";
import { createDataCall } from "../requests/data-calls.js";
import { judgePass, type PassPart } from "../requests/passes.rules.js";
import { addCounts, mergeCounts, nameService } from "../requests/record-counts.rules.js";
import { type DataHolder, ownDataName } from "./business-data.js";
import { countEverywhere } from "./count-everywhere.js";
import { countEmptied, deleteEarlier, deleteOffboarding, updateOffboarding } from "./offboardings.store.js";
import type { DeletionRequest } from "./offboardings.types.js";

export interface AdvanceOptions {
  db: Database;
  holders: readonly DataHolder[];
  /** The shortest time from the beginning of a deletion to the beginning of its last pass. */
  settleMs: number;
  /** How long a receipt is kept. */
  receiptMs: number;
  /** Gateways are told when a business was closed, opened or deleted. */
  changes: Pick<Changes, "publish" | "publishDeletion">;
}

/**
 * Runs the next step of a request. Each step can be repeated after a crash, and stores its result only if the request is still in the same state.
 * @returns whether the next step can run at once
 */
export async function advanceOffboarding(options: AdvanceOptions, offboarding: DeletionRequest): Promise<boolean> {
  switch (offboarding.status) {
    case "closing":
      return offboarding.sandboxOf === undefined
        ? closeBusiness(options, offboarding)
        : closeSandbox(options, offboarding);
    case "waiting":
      return beginDeletion(options, offboarding);
    case "deleting":
      return offboarding.deletion ? runPart(options, offboarding) : startPasses(options, offboarding);
    case "reopening":
      return reopenBusiness(options, offboarding);
    case "completed":
    case "canceled":
      return false;
  }
}

export async function closeBusiness(
  { db, holders, changes }: AdvanceOptions,
  offboarding: DeletionRequest,
): Promise<boolean> {
  await setStateEverywhere(holders, offboarding, "closed");
  await changes.publish({ businessId: offboarding.businessId });
  await updateOffboarding(db, offboarding, { status: "waiting", dueAt: offboarding.deleteAt });
  return false;
}

/** Nobody can cancel it, so from now on nothing writes under this id, except the deletion. */
export async function closeSandbox({ db, holders }: AdvanceOptions, emptied: DeletionRequest): Promise<boolean> {
  await setStateEverywhere(holders, emptied, "deleting");
  return (await updateOffboarding(db, emptied, { status: "deleting", dueAt: new Date() })) !== null;
}

export async function reopenBusiness(
  { db, holders, receiptMs, changes }: AdvanceOptions,
  offboarding: DeletionRequest,
): Promise<boolean> {
  await setStateEverywhere(holders, offboarding, "open");
  await changes.publish({ businessId: offboarding.businessId });
  const expiresAt = new Date(Date.now() + receiptMs);
  await updateOffboarding(db, offboarding, { status: "canceled", expiresAt }, ["isActive", "dueAt"]);
  return false;
}

const emptiedAgainMs = 2000;

/** Begins the deletion, which cannot be cancelled any more. It does nothing before `deleteAt`, and while the sandbox has earlier ids: its receipt is about them too. */
async function beginDeletion({ db }: AdvanceOptions, offboarding: DeletionRequest): Promise<boolean> {
  if (offboarding.deleteAt > new Date()) return waitUntil(db, offboarding, offboarding.deleteAt);
  if ((await countEmptied(db, offboarding.businessId)) > 0)
    return waitUntil(db, offboarding, new Date(Date.now() + emptiedAgainMs));
  const version = offboarding.version + 1;
  return (await updateOffboarding(db, offboarding, { status: "deleting", version, dueAt: new Date() })) !== null;
}

async function waitUntil(db: Database, offboarding: DeletionRequest, dueAt: Date): Promise<false> {
  await updateOffboarding(db, offboarding, { dueAt });
  return false;
}

/** Stops all writes of the business in every process, and counts its records. */
async function startPasses({ db, holders }: AdvanceOptions, offboarding: DeletionRequest): Promise<boolean> {
  await setStateEverywhere(holders, offboarding, "deleting");
  const startedAt = new Date();
  const { records: before } = await countEverywhere(holders, listIds(offboarding));
  const deletion = { startedAt, before, pass: 1, passStartedAt: startedAt };
  return (await updateOffboarding(db, offboarding, { deletion, dueAt: new Date() })) !== null;
}

/** Sends one deletion call to every process, and begins the next pass when all have completed this one. */
async function runPart(options: AdvanceOptions, offboarding: DeletionRequest): Promise<boolean> {
  const { db, holders, settleMs } = options;
  const { deletion } = offboarding;
  if (!deletion) throw new Error(`${offboarding._id} has not begun`);
  // `judgePass` compares this time with the time at which all writes have ended, so the pass must not begin earlier.
  if (deletion.passStartedAt > new Date()) return waitUntil(db, offboarding, deletion.passStartedAt);
  const parts = await deletePart(holders, offboarding, deletion.pass);
  const deleted = mergeCounts(offboarding.deleted, addCounts(parts.flatMap((part) => part.changed)));
  const now = new Date();
  const settledAt = new Date(deletion.startedAt.getTime() + settleMs);
  const outcome = judgePass({ startedAt: deletion.passStartedAt, settledAt, parts }, now);
  if (outcome.is === "unfinished") {
    await updateOffboarding(db, offboarding, { deleted, dueAt: now });
    return true;
  }
  if (outcome.is === "last") {
    const { records } = await countEverywhere(holders, listIds(offboarding));
    if (records.length === 0) return complete(options, { ...offboarding, deleted });
  }
  const passStartedAt = outcome.is === "repeated" ? outcome.startsAt : now;
  // Repeated for each pass: a database may have been restored from a backup meanwhile.
  await setStateEverywhere(holders, offboarding, "deleting");
  const next = { ...deletion, pass: deletion.pass + 1, passStartedAt };
  await updateOffboarding(db, offboarding, { deleted, deletion: next, dueAt: passStartedAt });
  return passStartedAt === now;
}

/** Deletes a part of the business and of its sandbox, in all processes at the same time. */
function deletePart(holders: readonly DataHolder[], offboarding: DeletionRequest, pass: number): Promise<PassPart[]> {
  const { _id } = offboarding;
  return Promise.all(
    holders.flatMap(({ service, data }) =>
      listIds(offboarding).map(async (businessId) => {
        // The sandbox has its own request id: the progress is stored per request.
        const requestId = toRequestId(offboarding, businessId);
        const part = await data.delete(createDataCall(businessId, _id), { requestId, pass });
        return { ...part, changed: nameService(service, part.changed) };
      }),
    ),
  );
}

/**
 * Call it when no records remain: the processes delete the state of the business, and the request becomes the receipt. That of an emptied sandbox is
 * deleted.
 */
async function complete(options: AdvanceOptions, offboarding: DeletionRequest): Promise<boolean> {
  const { db, holders, receiptMs, changes } = options;
  const { version, deletion, deleted, businessId, sandboxOf } = offboarding;
  await Promise.all(
    holders.flatMap(({ data }) =>
      listIds(offboarding).map((id) =>
        data.end(createDataCall(id, offboarding._id), { requestId: toRequestId(offboarding, id), version }),
      ),
    ),
  );
  if (sandboxOf !== undefined) {
    await deleteOffboarding(db, offboarding);
    return false;
  }
  await deleteEarlier(db, offboarding);
  changes.publishDeletion(businessId);
  const completedAt = new Date();
  const change = { status: "completed" as const, completedAt, expiresAt: new Date(completedAt.getTime() + receiptMs) };
  const done = deletion && { deletion: { ...deletion, remaining: 0 } };
  await updateOffboarding(db, offboarding, { ...change, deleted, ...done }, ["isActive", "dueAt"]);
  return false;
}

const listIds = ({ businessId, sandboxId }: DeletionRequest): string[] =>
  sandboxId === undefined ? [businessId] : [businessId, sandboxId];

const toRequestId = ({ _id, businessId }: DeletionRequest, id: string): string =>
  id === businessId ? _id : `${_id} sandbox`;

/**
 * Sets in every process whether it accepts calls of the business and of its sandbox. Gateways, which ask accounts, are the first that
 * refuse calls, and the last that accept them again.
 */
async function setStateEverywhere(
  holders: readonly DataHolder[],
  offboarding: DeletionRequest,
  state: BusinessState,
): Promise<void> {
  const { _id, version } = offboarding;
  const own = holders.filter(({ service }) => service === ownDataName);
  const others = holders.filter(({ service }) => service !== ownDataName);
  for (const group of state === "open" ? [others, own] : [own, others]) {
    await Promise.all(
      group.flatMap(({ data }) =>
        listIds(offboarding).map((id) => data.setState(createDataCall(id, _id), { state, version })),
      ),
    );
  }
}
