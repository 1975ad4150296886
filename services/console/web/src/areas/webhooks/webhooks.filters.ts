export const deliveryFilters = {
  status: ["pending", "delivered", "failed"],
  event: "text",
  endpointId: "text",
  from: "text",
  to: "text",
} as const;
