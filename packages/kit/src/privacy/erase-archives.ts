import { setTimeout as sleep } from "node:timers/promises";
import type { Document } from "mongodb";
import { createYieldToLoop } from "../concurrency/index.js";
import type { PersonIdentifier } from "../data/data-life.types.js";
import type { Scope } from "../data/tenancy/scope.types.js";
import type { LeaseRow } from "../data/infrastructure.js";
import { runWithLease } from "../data/leases/lease.js";
import {
  archiveCollection,
  type ArchivePlan,
  type ArchiveRow,
  type ArchiveStore,
  deleteArchiveWithFiles,
  deleteUnused,
  findArchive,
  planArchive,
  requirePlace,
  toArchiveLease,
  useReplacement,
  withFileCleanup,
  writeReplacement,
} from "../retention/index.js";
import { countChanged } from "./erasure-progress.store.js";
import { planErasure } from "./erasure.rules.js";
import { listLinkedNames } from "./linked-names.js";
import { type ArchivedRecord, findInFile, findNextFile } from "./person-archives.js";
import { createErasureCall, type ErasureRun } from "./privacy.types.js";

/** Delay between attempts to get the lease while the retention writes archives of the business. */
const waitMs = 200;

/** Rewrites the archives that contain the person, one after another. @param position id of the last archive that was examined */
export async function eraseArchives(run: ErasureRun, position = ""): Promise<string | undefined> {
  const { db, call, isOver } = run;
  const openScope = () => openFileScope(run);
  const leases = db.infrastructure<LeaseRow>("leases");
  for (;;) {
    // A business without archives needs no lease.
    if (!(await findNextFile(run, openScope(), position))) return undefined;
    const worked = await runWithLease(leases, toArchiveLease(call.businessId), (lost) =>
      eraseFiles(run, position, lost),
    );
    if (worked) return worked.result;
    if (isOver()) return position;
    await sleep(waitMs);
  }
}

/** Processes archives under one lease until the time is over. After that, the retention can work on the business again. */
async function eraseFiles(run: ErasureRun, position: string, lost: AbortSignal): Promise<string | undefined> {
  for (let after = position; ;) {
    const next = await findNextFile(run, openFileScope(run), after);
    if (!next) return undefined;
    await eraseFile(run, next.row._id, next.store, lost);
    after = next.row._id;
    if (run.isOver() || lost.aborted) return after;
  }
}

/** With a full deadline: reading and writing a file can take longer than one call may. */
const openFileScope = ({ db, call }: ErasureRun): Scope => db.scope(createErasureCall(call));

async function eraseFile(run: ErasureRun, id: string, store: ArchiveStore, lost: AbortSignal): Promise<void> {
  const { call, matcher, collections, tombstone, service } = run;
  const openScope = () => openFileScope(run);
  // Another process may have replaced the file before this one got the lease.
  const stored = await findArchive(openScope(), id);
  if (!stored) return;
  // The archive of a process that ended: the person can be in it, and all its records are still in the database.
  if (stored.status === "writing") {
    requirePlace(stored, store.location);
    return deleteArchiveWithFiles(openScope, store, stored);
  }
  const name = { businessId: call.businessId, service, kind: stored.kind, number: stored.number };
  const { lines, found, otherFiles } = await findInFile({ row: stored, store }, collections, matcher);
  // Unused files can contain the person. They are deleted only after the file was read: a restored database can name a file that was replaced
  // since the backup, and then the file in use is among the unused ones.
  const row = await deleteUnused(openScope, store, stored);
  if (found.length === 0) return;
  const attachments = [...otherFiles];
  const yieldToLoop = createYieldToLoop();
  for (const { index, collection, record, roles } of found) {
    await yieldToLoop();
    const erased = applyChanges(record, planErasure(record, roles, tombstone));
    attachments.push(...(collection.personal.listFiles?.(erased) ?? []));
    lines[index] = `${JSON.stringify({ collection: collection.name, record: erased })}\n`;
  }
  const { firstId, lastId, from, until } = row;
  const text = lines.join("");
  const plan = planArchive(name, text, { firstId, lastId, from, until });
  const erased = await withFileCleanup(openScope, store, { _id: row._id, file: plan.file }, async () => {
    lost.throwIfAborted();
    const draft = { name, plan, text, attachments, signal: lost };
    const noted = await writeReplacement(openScope(), store, row, draft);
    lost.throwIfAborted();
    return storeAndCount(run, noted, plan, found);
  });
  await deleteUnused(openScope, store, erased);
}

/** Stores the other names in the records with the change, because they cannot be read afterwards. */
async function storeAndCount(
  { db, call, requestId, matcher }: ErasureRun,
  row: ArchiveRow,
  plan: ArchivePlan,
  found: readonly ArchivedRecord[],
): Promise<ArchiveRow> {
  return db.transaction(createErasureCall(call), async (scope) => {
    const replaced = await useReplacement(scope, row, plan);
    const links: PersonIdentifier[] = [];
    for (const { collection, record } of found)
      links.push(...(await listLinkedNames({ db, scope, matcher }, collection, record)).links);
    const recordIds = found.filter(({ roles }) => roles.some(({ details }) => details)).map(({ record }) => record._id);
    await countChanged(scope, requestId, archiveCollection, found.length, { recordIds, links });
    return replaced;
  });
}

/** The same changes as `toUpdate` makes in the database, for a record that was read from a file. */
function applyChanges<Changed extends Document>(record: Changed, changes: Document): Changed {
  const copy = structuredClone(record);
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split(".");
    const last = names.pop() ?? "";
    let target: Document | undefined = copy;
    for (const name of names) target = target?.[name] as Document | undefined;
    if (!target) continue;
    if (value === undefined) delete target[last];
    else target[last] = value as unknown;
  }
  return copy;
}
