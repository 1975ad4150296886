import type { Database } from "@tenant-ops/kit/data";
import type { RecordCount } from "../privacy/person-requests.types.js";
import { addCounts, mergeCounts } from "../privacy/record-counts.rules.js";
import { createDataCall, type DataHolder } from "./business-data.js";
import { setStateEverywhere } from "./business-states.js";
import { countEverywhere } from "./count-everywhere.js";
import { isLastPass } from "./offboardings.rules.js";
import { deleteEarlier, updateOffboarding } from "./offboardings.store.js";
import type { Offboarding } from "./offboardings.types.js";

export interface AdvanceOptions {
  db: Database;
  holders: readonly DataHolder[];
  /** Least time from the beginning of a deletion to its last pass. */
  settleMs: number;
  /** How long a receipt is kept. */
  receiptMs: number;
  /** Of a business that was deleted: its keys are forgotten. */
  onStateChanged: (businessId: string) => void;
}

/**
 * One step of a request. Each can be repeated after a crash, and each stores its result only if the request is still in the same state.
 * @returns whether the next step can follow at once
 */
export async function advanceOffboarding(options: AdvanceOptions, offboarding: Offboarding): Promise<boolean> {
  switch (offboarding.status) {
    case "closing":
      return closeBusiness(options, offboarding);
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
  { db, holders, onStateChanged }: AdvanceOptions,
  offboarding: Offboarding,
): Promise<boolean> {
  await setStateEverywhere(holders, offboarding, "leaving");
  onStateChanged(offboarding.businessId);
  await updateOffboarding(db, offboarding, { status: "waiting", dueAt: offboarding.deleteAt });
  return false;
}

export async function reopenBusiness(
  { db, holders, receiptMs, onStateChanged }: AdvanceOptions,
  offboarding: Offboarding,
): Promise<boolean> {
  await setStateEverywhere(holders, offboarding, "open");
  onStateChanged(offboarding.businessId);
  const expiresAt = new Date(Date.now() + receiptMs);
  await updateOffboarding(db, offboarding, { status: "canceled", expiresAt }, ["isActive", "dueAt"]);
  return false;
}

/** From here on it cannot be cancelled. Never before the time, whoever asks. */
async function beginDeletion({ db }: AdvanceOptions, offboarding: Offboarding): Promise<boolean> {
  if (offboarding.deleteAt > new Date()) return waitUntil(db, offboarding, offboarding.deleteAt);
  const version = offboarding.version + 1;
  return (await updateOffboarding(db, offboarding, { status: "deleting", version, dueAt: new Date() })) !== null;
}

async function waitUntil(db: Database, offboarding: Offboarding, dueAt: Date): Promise<false> {
  await updateOffboarding(db, offboarding, { dueAt });
  return false;
}

/** Tells every process that nothing may write any more, and counts what there is. */
async function startPasses({ db, holders }: AdvanceOptions, offboarding: Offboarding): Promise<boolean> {
  await setStateEverywhere(holders, offboarding, "deleting");
  const startedAt = new Date();
  const { records: before } = await countEverywhere(holders, listIds(offboarding));
  const deletion = { startedAt, before, pass: 1, passStartedAt: startedAt };
  return (await updateOffboarding(db, offboarding, { deletion, dueAt: new Date() })) !== null;
}

/** One call to every process. The gateway comes last: its records lead to the business. */
async function runPart(options: AdvanceOptions, offboarding: Offboarding): Promise<boolean> {
  const { db, holders, settleMs } = options;
  const { deletion } = offboarding;
  if (!deletion) throw new Error(`${offboarding._id} has not begun`);
  // A pass counts from this time: one that began before would count as one that began after it.
  if (deletion.passStartedAt > new Date()) return waitUntil(db, offboarding, deletion.passStartedAt);
  const parts = await deletePart(holders, offboarding, deletion.pass);
  const deleted = mergeCounts(offboarding.deleted, addCounts(parts.flatMap((part) => part.deleted)));
  const now = new Date();
  if (!parts.every(({ isComplete }) => isComplete)) {
    await updateOffboarding(db, offboarding, { deleted, dueAt: now });
    return true;
  }
  const deletedInPass = parts.reduce((sum, part) => sum + part.deletedInPass, 0);
  if (isLastPass(offboarding, deletedInPass, settleMs)) {
    const { records } = await countEverywhere(holders, listIds(offboarding));
    const left = records.reduce((sum, one) => sum + one.records, 0);
    if (left === 0) return complete(options, { ...offboarding, deleted });
  }
  const settledAt = new Date(deletion.startedAt.getTime() + settleMs);
  const passStartedAt = deletedInPass === 0 && settledAt > now ? settledAt : now;
  // Again for each pass: a database may have been restored meanwhile.
  await setStateEverywhere(holders, offboarding, "deleting");
  const next = { ...deletion, pass: deletion.pass + 1, passStartedAt };
  await updateOffboarding(db, offboarding, { deleted, deletion: next, dueAt: passStartedAt });
  return passStartedAt === now;
}

interface DeletedPart {
  isComplete: boolean;
  deletedInPass: number;
  deleted: RecordCount[];
}

/** Of the business and of its sandbox, in all processes at the same time. */
function deletePart(holders: readonly DataHolder[], offboarding: Offboarding, pass: number): Promise<DeletedPart[]> {
  const { _id } = offboarding;
  return Promise.all(
    holders.flatMap(({ service, data }) =>
      listIds(offboarding).map(async (businessId) => {
        // A request of its own for the sandbox: each notes how far it has come.
        const requestId = toRequestId(offboarding, businessId);
        const part = await data.delete(createDataCall(businessId, _id), { requestId, pass });
        const deleted = part.deleted.map(({ collection, records }) => ({ service, collection, records }));
        return { isComplete: part.isComplete, deletedInPass: part.deletedInPass, deleted };
      }),
    ),
  );
}

/** Nothing is left. The processes forget the business, and the request becomes the receipt. */
async function complete(options: AdvanceOptions, offboarding: Offboarding): Promise<boolean> {
  const { db, holders, receiptMs, onStateChanged } = options;
  const { version, deletion, deleted, businessId } = offboarding;
  await Promise.all(
    holders.flatMap(({ data }) =>
      listIds(offboarding).map((id) =>
        data.end(createDataCall(id, offboarding._id), { requestId: toRequestId(offboarding, id), version }),
      ),
    ),
  );
  await deleteEarlier(db, offboarding);
  onStateChanged(businessId);
  const completedAt = new Date();
  const change = { status: "completed" as const, completedAt, expiresAt: new Date(completedAt.getTime() + receiptMs) };
  const done = deletion && { deletion: { ...deletion, left: 0 } };
  await updateOffboarding(db, offboarding, { ...change, deleted, ...done }, ["isActive", "dueAt"]);
  return false;
}

const listIds = ({ businessId, sandboxId }: Offboarding): string[] => [businessId, sandboxId];

const toRequestId = ({ _id, businessId }: Offboarding, id: string): string =>
  id === businessId ? _id : `${_id} sandbox`;
