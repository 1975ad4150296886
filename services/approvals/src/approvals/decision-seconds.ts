import { Histogram, type Registry } from "prom-client";

const minute = 60;
const hour = 60 * minute;
const buckets = [10, 30, minute, 5 * minute, 15 * minute, hour, 3 * hour, 8 * hour, 24 * hour];

export const createDecisionSeconds = (registry: Registry) =>
  new Histogram({
    name: "tenantops_approval_decision_seconds",
    help: "From the request to the decision that ends it, by what was needed and by the decision; requests that lapse are not in it",
    labelNames: ["needs", "decision"],
    buckets,
    registers: [registry],
  });
