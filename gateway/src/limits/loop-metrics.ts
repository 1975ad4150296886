import { Counter, Gauge, type Registry } from "prom-client";
import type { LoopCaller } from "../request/loop-time.js";
import type { HeaviestCallers } from "./loop-meter.js";

type Kind = LoopCaller["kind"];

/** Loop time per caller. The label is the rank among the heaviest callers: a label with the business would add a time series per tenant. */
export interface LoopMetrics {
  addLoopTime(kind: Kind, milliseconds: number): void;
  setHeaviest(callers: HeaviestCallers, windowSeconds: number): void;
  countShed(kind: Kind): void;
}

const kinds: readonly Kind[] = ["business", "address"];
const ranks = [1, 2, 3, 4, 5] as const;

export function createLoopMetrics(registry: Registry): LoopMetrics {
  const registers = [registry];
  const loopSeconds = new Counter({
    name: "tenantops_loop_seconds_total",
    help: "Seconds that the event loop worked for requests of businesses, and of addresses without a credential",
    labelNames: ["caller"],
    registers,
  });
  const heaviest = new Gauge({
    name: "tenantops_caller_loop_ratio",
    help: "Part of the event loop's time that the n-th heaviest business or address used in the last seconds",
    labelNames: ["caller", "rank"],
    registers,
  });
  const shed = new Counter({
    name: "tenantops_shed_total",
    help: "Requests refused with 503 because their caller used more than its share of a late event loop",
    labelNames: ["caller"],
    registers,
  });
  for (const caller of kinds) {
    loopSeconds.inc({ caller }, 0);
    shed.inc({ caller }, 0);
  }
  return {
    addLoopTime: (caller, milliseconds) => loopSeconds.inc({ caller }, milliseconds / 1000),
    setHeaviest(callers, windowSeconds) {
      for (const caller of kinds) {
        const list = callers[caller];
        for (const rank of ranks) {
          const ratio = (list[rank - 1]?.milliseconds ?? 0) / (windowSeconds * 1000);
          heaviest.set({ caller, rank: String(rank) }, ratio);
        }
      }
    },
    countShed: (caller) => shed.inc({ caller }),
  };
}
