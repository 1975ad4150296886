import { invalid, refused } from "@tenant-ops/kit/errors";

const int32Max = 2_147_483_647;

/**
 * The remaining units after `units` were added, or taken away when it is below 0.
 * @throws Refusal too_few_units, invalid_argument for 0 and for more than can be counted
 */
export function calculateUnitsLeft(left: number, units: number): number {
  if (units === 0) throw invalid("add_units", "is 0, so nothing would change.");
  const after = left + units;
  if (after < 0) throw refused("too_few_units", `add_units: ${-units} would be taken away; ${left} are left.`);
  if (after > int32Max) throw invalid("add_units", `${left} are left; at most ${int32Max} can be counted.`);
  return after;
}
