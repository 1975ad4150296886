/** What a business may let go by its age: the kinds, and the service that has each. */
export const historyKinds = {
  spins: "roulettes",
  stockMovements: "supply",
  withdrawals: "supply",
  transfers: "supply",
  registrations: "flows",
  sessions: "learning",
} as const;

export type HistoryKindName = keyof typeof historyKinds;
