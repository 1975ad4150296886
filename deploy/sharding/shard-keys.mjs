// The collections that are worth sharding, and their keys. A unique index must begin with the shard key of its collection, and an
// insert-or-update must name all of it, so the key is the longest beginning that all of these have in common. All begin with the
// business: nearly every query names it, and reaches only the shards that have a part of this business.
export const shardKeys = {
  supply: {
    centerStocks: ["businessId", "stockId", "serviceCenterId"],
    stock_movements: ["businessId", "centerStockId", "seq"],
    withdrawals: ["businessId", "_id"],
    transfers: ["businessId", "_id"],
    stocks: ["businessId", "_id"],
    centers: ["businessId", "_id"],
    dailyCounts: ["businessId", "_id"],
  },
  roulettes: {
    spins: ["businessId", "rouletteId", "number"],
    players: ["businessId", "_id"],
    // Claim codes are unique, and a partial index cannot be that of a shard key.
    prizes: ["businessId"],
    dailyCounts: ["businessId", "_id"],
  },
  learning: {
    // One session per course and learner, and unique certificates: only the business is common to both.
    sessions: ["businessId"],
    examAttempts: ["businessId", "sessionId", "n"],
    dailyCounts: ["businessId", "_id"],
  },
  flows: {
    registrations: ["businessId", "_id"],
    fileChunks: ["businessId", "fileId", "n"],
    flows: ["businessId", "slug"],
    campaignTotals: ["businessId", "_id"],
    dailyCounts: ["businessId", "_id"],
  },
  webhooks: {
    events: ["businessId", "_id"],
    deliveries: ["businessId", "eventId", "endpointId", "nonce"],
    dailyCounts: ["businessId", "_id"],
  },
};
