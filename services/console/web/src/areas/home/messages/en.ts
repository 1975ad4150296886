export const en = {
  title: "Home",
  lead: "What needs a person.",
  lowStock: "Low stock",
  noLowStock: "No product is low at any center.",
  units: (held: string, alert: string) => `${held} units; low below ${alert}`,
  endpoints: "Failing webhooks",
  noEndpoints: "No endpoint fails.",
};
