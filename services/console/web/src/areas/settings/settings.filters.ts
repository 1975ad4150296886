export const memberFilters = { role: ["viewer", "operator", "approver", "admin", "owner"], search: "text" } as const;
