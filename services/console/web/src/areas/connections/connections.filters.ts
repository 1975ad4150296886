export const connectionFilters = { active: ["true", "false"] } as const;
