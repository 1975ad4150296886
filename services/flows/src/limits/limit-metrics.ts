import type { Logger } from "@tenant-ops/kit/telemetry";
import { Counter, type Registry } from "prom-client";

const limitNames = ["registrations", "bytes", "codes", "codes_of_strangers"] as const;
/** A limit of what the visitors of one business may use together. */
export type LimitName = (typeof limitNames)[number];

export interface LimitMetrics {
  codes: Counter<"outcome">;
  /** Little remains for the visitors of this business. */
  noteNearlyUsed(businessId: string, limit: LimitName): void;
}

/** No label holds a business, a phone or an address. Counters start at 0, so that the first count is an increase. */
export function createLimitMetrics(registry: Registry, logger: Logger): LimitMetrics {
  const registers = [registry];
  const codes = new Counter({
    name: "tenantops_visitor_codes_total",
    help: "Codes for visitors by what became of them: sent, entered",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of ["sent", "entered"]) codes.inc({ outcome }, 0);
  const nearlyUsed = new Counter({
    name: "tenantops_visitor_limits_nearly_used_total",
    help: "How often the visitors of a business had used 80 % of a limit of the day, by limit",
    labelNames: ["limit"],
    registers,
  });
  for (const limit of limitNames) nearlyUsed.inc({ limit }, 0);
  return {
    codes,
    noteNearlyUsed(businessId, limit) {
      nearlyUsed.inc({ limit });
      logger.warn({ businessId, limit }, "limit of visitors nearly used up");
    },
  };
}
