export const memberFilters = { role: ["viewer", "operator", "approver", "admin", "owner"], search: "text" } as const;
export const connectionFilters = { active: ["true", "false"] } as const;
