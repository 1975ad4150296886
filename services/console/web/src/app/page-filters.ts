// Filters that a link may set. Apart from their pages, because the routes of all pages need them at the start.

export const connectionFilters = { active: ["true", "false"] } as const;

export const memberFilters = { role: ["viewer", "operator", "approver", "admin", "owner"], search: "text" } as const;

export const deliveryFilters = {
  status: ["pending", "delivered", "failed"],
  event: "text",
  endpointId: "text",
  from: "text",
  to: "text",
} as const;
