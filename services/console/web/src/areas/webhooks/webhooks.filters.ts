export const deliveryFilters = {
  status: ["pending", "delivered", "failed"],
  event: "text",
  endpointId: "text",
  dateFrom: "text",
  dateTo: "text",
} as const;
