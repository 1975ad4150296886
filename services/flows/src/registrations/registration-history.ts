import type { Scope } from "@tenant-ops/kit/data";
import type { FoundHistory, HistoryGroup, HistoryKind, HistorySearch } from "@tenant-ops/kit/retention";
import { findEnd, limitByFileBytes, sumFileBytes } from "./registration-history.rules.js";
import { listRegistrationFiles } from "./registrations.erasure.js";
import { findEnded, findNextFlowId } from "./registrations.store.js";
import type { Registration } from "./registrations.rules.js";

/** How many flows one search reads. */
const flowsPerSearch = 20;
/** The form of a page may have 64 KiB. */
const registrationsPerRead = 50;
/** A search ends after the registration whose files reach this total. */
const fileBytesPerSearch = 16 * 1024 * 1024;

/** Where the next search starts: in this flow after this registration, or at its first one. */
interface Position {
  flowId: string;
  createdAt?: string;
  id?: string;
}

/**
 * A registration is deleted together with the files of its visitor. No number changes: flows, campaigns and days count a registration when it is
 * completed, and limits of roulettes count by a visitor id that does not depend on the registration.
 */
export const registrationHistory: HistoryKind = {
  name: "registrations",
  collections: ["registrations"],
  timeField: "createdAt",
  listAttachments: (record) => listRegistrationFiles(record),
  find: findOldRegistrations,
  hasEnded: ([{ record }], before) => hasEnded(record as unknown as Registration, before),
};

function hasEnded(registration: Registration, before: Date): boolean {
  const end = findEnd(registration);
  return end !== undefined && end < before;
}

async function findOldRegistrations(scope: Scope, { before, after, limit }: HistorySearch): Promise<FoundHistory> {
  let at = after === "" ? await findNextFlow(scope, "", before) : (JSON.parse(after) as Position);
  const groups: HistoryGroup[] = [];
  const readMax = Math.min(limit, registrationsPerRead);
  let bytesLeft = fileBytesPerSearch;
  const hasRoom = () => groups.length < readMax && bytesLeft > 0;
  for (let flows = 0; at && flows < flowsPerSearch && hasRoom(); flows += 1) {
    const { flowId, createdAt = "", id: _id } = at;
    const last = _id === undefined ? undefined : { _id, createdAt: new Date(createdAt) };
    const room = readMax - groups.length;
    const read = await findEnded(scope, flowId, { before, after: last, limit: room });
    const taken = limitByFileBytes(read, bytesLeft);
    bytesLeft -= sumFileBytes(taken);
    groups.push(
      ...taken.filter((one) => hasEnded(one, before)).map((record): HistoryGroup => [{ collection, record }]),
    );
    const end = taken.at(-1);
    if (end && (read.length === room || taken.length < read.length))
      return { groups, next: toText({ flowId, createdAt: end.createdAt.toISOString(), id: end._id }) };
    at = await findNextFlow(scope, flowId, before);
  }
  return { groups, next: at && toText(at) };
}

const collection = "registrations";
const toText = (position: Position): string => JSON.stringify(position);

async function findNextFlow(scope: Scope, after: string, before: Date): Promise<Position | undefined> {
  const flowId = await findNextFlowId(scope, after, before);
  return flowId === undefined ? undefined : { flowId };
}
