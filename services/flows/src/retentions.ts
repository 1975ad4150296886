/** How long collections of flows are kept that have no rule. */
export const untilDeleted = { kept: "until_deleted" } as const;
export const untilExpiry = { kept: "days_after", field: "expiresAt", days: 0 } as const;
