import type { BusinessState } from "@tenant-ops/kit/data";
import { createDataCall, type DataHolder } from "./business-data.js";
import type { Offboarding } from "./offboardings.types.js";

/**
 * Sets in every process whether it accepts calls of the business and of its sandbox. The gateway is the first process that refuses calls,
 * and the last one that accepts them again.
 */
export async function setStateEverywhere(
  holders: readonly DataHolder[],
  { _id, businessId, sandboxId, version }: Offboarding,
  state: BusinessState,
): Promise<void> {
  const own = holders.filter(({ service }) => service === "gateway");
  const others = holders.filter(({ service }) => service !== "gateway");
  for (const group of state === "open" ? [others, own] : [own, others]) {
    await Promise.all(
      group.flatMap(({ data }) =>
        [businessId, sandboxId].map((id) => data.setState(createDataCall(id, _id), { state, version })),
      ),
    );
  }
}
