// The collections that can become large, and their shard keys. A unique index must begin with the shard key of its collection, and the filter of an
// upsert must contain the whole key, so the key is the longest common prefix of these. All keys begin with the business, which nearly every query
// contains, so a query reaches only the shards with data of this business.
const counters = {
  dailyCounts: ["businessId", "_id"],
  countChanges: ["businessId", "_id"],
  openCounts: ["businessId", "_id"],
  packedCounts: ["businessId", "_id"],
};

export const shardKeys = {
  supply: {
    centerStocks: ["businessId", "stockId", "serviceCenterId"],
    stock_movements: ["businessId", "centerStockId", "seq"],
    withdrawals: ["businessId", "_id"],
    transfers: ["businessId", "_id"],
    stocks: ["businessId", "_id"],
    centers: ["businessId", "_id"],
    ...counters,
  },
  roulettes: {
    spins: ["businessId", "rouletteId", "number"],
    players: ["businessId", "_id"],
    // Claim codes are unique, and a partial index cannot be that of a shard key.
    prizes: ["businessId"],
    ...counters,
  },
  learning: {
    // One session per course and learner, and unique certificates: only the business is common to both.
    sessions: ["businessId"],
    examAttempts: ["businessId", "sessionId", "n"],
    // One per session that retention has deleted. An erasure changes the user id, so it is not in the key.
    endedSessions: ["businessId", "_id"],
    ...counters,
  },
  flows: {
    registrations: ["businessId", "_id"],
    fileChunks: ["businessId", "fileId", "n"],
    flows: ["businessId", "slug"],
    campaignTotals: ["businessId", "_id"],
    ...counters,
  },
  webhooks: {
    events: ["businessId", "_id"],
    deliveries: ["businessId", "eventId", "endpointId", "nonce"],
    ...counters,
  },
};

// The collections that stay on the primary shard of their database. Accounts, approvals, console and analytics are not sharded at all: their records are
// few, and many are found without a business.

/** Collections of every service whose records expire, belong to no business, or grow only with the days or by one record per archive file. */
const ofEveryService = [
  ...["outbox", "idempotency", "inbox", "deadLetters", "personErasures"],
  ...["leases", "migrations", "reconciliations", "sandboxFences", "closedBusinesses", "quotaGuards"],
];
const ofRetention = ["archives", "removedCounts", "retentionRules"];

export const unshardedCollections = {
  supply: [...ofEveryService, ...ofRetention, "withdrawalTypes", "ledgerCheckpoints"],
  // Catalogues of the mesh, timers of all businesses, and settings of a business.
  roulettes: [
    ...[...ofEveryService, ...ofRetention, "items", "roulettes", "spinCheckpoints"],
    ...["visitors", "prizeTimers", "giftTypes", "rouletteTypes"],
  ],
  learning: [...ofEveryService, ...ofRetention, "courses", "visitors"],
  // Names of pages and secrets are found without a business. Visits, runs and sign-ins expire.
  flows: [
    ...[...ofEveryService, ...ofRetention, "targets", "documents", "bankProviders", "signInProviders", "campaigns"],
    ...["campaignSummaries", "visitors", "testRuns", "signIns", "visitorUsage"],
    ...["slugs", "dailySecrets", "visitorSecrets", "registrationTimers"],
  ],
  // Lanes of all businesses are found by their time.
  webhooks: [...ofEveryService, "endpoints", "recoveries", "lanes"],
};
