/** How long records of the console are kept, and who is in those of members. */
export const untilDeleted = { kept: "until_deleted" } as const;
export const untilExpiry = { kept: "days_after", field: "expiresAt", days: 0 } as const;
export const aMonthAfterExpiry = { ...untilExpiry, days: 30 } as const;
export const ofMembers =
  "Members of businesses. Who has been a member of none for 30 days, has not signed in meanwhile and has no open invitation, is deleted (`former-members.ts`).";
