/** The kinds of history for which a business can choose a retention, with the service of each. */
export const historyKinds = {
  spins: "roulettes",
  stockMovements: "supply",
  withdrawals: "supply",
  transfers: "supply",
  registrations: "flows",
  sessions: "learning",
} as const;

export type HistoryKindName = keyof typeof historyKinds;
