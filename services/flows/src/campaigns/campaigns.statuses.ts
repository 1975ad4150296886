import { createSystemCall } from "@tenant-ops/kit/call";
import { type Database, startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import type { Logger } from "@tenant-ops/kit/telemetry";
import { toStoredStatus } from "./campaign-summaries.rules.js";
import { listOverdueSummaries, updateStatuses } from "./campaigns.store.js";

const everyMs = 60_000;
const campaignsPerRound = 500;

/**
 * Stores the new status of campaigns whose status has changed with time. Lists are correct without this task: they also examine campaigns that it has
 * not updated yet. One process at a time runs it.
 */
export function startCampaignStatuses(db: Database, logger: Logger): () => Promise<void> {
  const run = () => updateOverdueStatuses(db, logger);
  return startLeasedPeriodicTask({ database: db, logger }, { name: "campaign statuses", everyMs, run });
}

/** @returns whether there may be more */
export async function updateOverdueStatuses(db: Database, logger: Logger): Promise<boolean> {
  const found = new Map<string, string[]>();
  let count = 0;
  // The index begins with the business and is scanned business by business, so campaigns that are not due cost nothing.
  // Campaigns of businesses in offboarding are left out, so that they do not fill the limit.
  const isOpen = { businessId: { $nin: db.closedBusinesses.list() } };
  const due = [{ $match: { statusUntil: { $lte: new Date() }, ...isOpen } }, { $limit: campaignsPerRound }];
  const stages = [...due, { $project: { businessId: 1 } }];
  for await (const { _id, businessId } of db.acrossBusinesses<Row>("campaignSummaries", stages)) {
    found.set(businessId, [...(found.get(businessId) ?? []), _id]);
    count += 1;
  }
  let hasFailed = false;
  for (const [businessId, ids] of found) {
    try {
      await updateBusiness(db, businessId, ids);
    } catch (error) {
      // A failure for one business does not stop the others.
      hasFailed = true;
      logger.warn({ err: error, businessId }, "campaign statuses not updated, tried again later");
    }
  }
  return count === campaignsPerRound && !hasFailed;
}

interface Row {
  _id: string;
  businessId: string;
}

function updateBusiness(db: Database, businessId: string, ids: readonly string[]): Promise<void> {
  return db.transaction(createSystemCall(businessId, "campaign statuses"), async (scope) => {
    const overdue = await listOverdueSummaries(scope, ids);
    const changed = overdue.map((summary) => ({ _id: summary._id, ...toStoredStatus(summary, scope.now) }));
    await updateStatuses(scope, changed);
  });
}
