import { dayMs } from "@tenant-ops/kit/data";
import type { ServiceContext } from "@tenant-ops/kit/process";
import { createChanges } from "./changes/changes.js";
import { type AccountsConfig, getServiceAddresses } from "./config.js";
import { listDataHolders } from "./offboarding/business-data.js";
import type { OffboardingOptions } from "./offboarding/create-offboarding.js";

/** What nouns and workers share. */
export function createDependencies(context: ServiceContext<AccountsConfig>) {
  const { db, bus, logger, config } = context;
  const changes = createChanges(db, bus);
  const pepper = config.API_KEY_PEPPER;
  /** All services that have data of businesses, beside this one. */
  const services = Object.keys(getServiceAddresses(config));
  const offboarding: OffboardingOptions = {
    ...{ db, logger, pepper, changes },
    holders: listDataHolders(context, services),
    graceSeconds: config.OFFBOARDING_GRACE_SECONDS,
    settleMs: config.OFFBOARDING_SETTLE_MS,
    receiptMs: config.OFFBOARDING_RECEIPT_DAYS * dayMs,
  };
  return {
    ...{ changes, pepper, services, offboarding },
    settleMs: config.PERSON_SETTLE_MS,
    allowed: { daysMin: config.RETENTION_DAYS_MIN, modes: config.RETENTION_MODES },
  };
}

export type AccountsContext = ServiceContext<AccountsConfig> & ReturnType<typeof createDependencies>;
