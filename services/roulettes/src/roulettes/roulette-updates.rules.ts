import { isFieldSet } from "@bufbuild/protobuf";
import { type PreviewReview, requireLines, requireText } from "@tenant-ops/kit/rpc";
import { type UpdateRouletteRequest, UpdateRouletteRequestSchema } from "@tenant-ops/proto/roulettes";
import { planGiftChanges } from "../gifts/gift-changes.rules.js";
import { checkFallbacks, checkWeights, toGiftField } from "../gifts/gifts.rules.js";
import type { Item } from "../gifts/items.rules.js";
import {
  giftWarnings,
  type PageSettings,
  type PlannedRoulette,
  requireRoulette,
  type Roulette,
  stockWarnings,
  toTimeUnit,
} from "./roulettes.rules.js";

type Settings = Omit<PlannedRoulette, "gifts"> & PageSettings;

/**
 * Decides what an update changes: only the parameters that are present. Gifts keep their index and type, because spins and
 * prizes name them by it; units are changed by `planGiftUnits`.
 * @param page settings that only REST has
 * @throws Refusal roulette_not_found, gift_weights_zero, fallback_invalid, invalid_argument
 */
export function planRouletteUpdate(request: UpdateRouletteRequest, found: Roulette | null, page: PageSettings = {}) {
  const before = requireRoulette(found, request.rouletteId);
  const given = { ...selectGivenSettings(request), ...page };
  const ofSettings = (Object.keys(given) as (keyof Settings)[]).flatMap((path) =>
    given[path] === before[path] ? [] : [{ name: toArgumentName(path), path, value: given[path] }],
  );
  const { gifts, changes: ofGifts } = planGiftChanges(request.giftChanges, before.gifts);
  if (ofGifts.length > 0) {
    checkWeights(gifts);
    checkFallbacks(gifts);
  }
  const after: Roulette = { ...before, ...given, gifts };
  return { before, after, changes: [...ofSettings, ...ofGifts] };
}

export type RouletteUpdatePlan = ReturnType<typeof planRouletteUpdate>;

function selectGivenSettings(request: UpdateRouletteRequest): Partial<Settings> {
  const { field } = UpdateRouletteRequestSchema;
  const has = (name: keyof typeof field) => isFieldSet(request, field[name]);
  return {
    ...(has("name") && { name: requireText("name", request.name) }),
    ...(has("isActive") && { isActive: request.isActive }),
    ...(has("timeToWin") && { timeToWin: request.timeToWin }),
    ...(has("timeToLose") && { timeToLose: request.timeToLose }),
    ...(has("textToWin") && { textToWin: requireLines("text_to_win", request.textToWin) }),
    ...(has("textToLose") && { textToLose: requireLines("text_to_lose", request.textToLose) }),
    ...(has("termsAndConditions") && {
      termsAndConditions: requireLines("terms_and_conditions", request.termsAndConditions),
    }),
    ...(has("timeUnit") && { timeUnit: toTimeUnit(request.timeUnit) }),
    ...(has("timeToExpire") && { timeToExpire: request.timeToExpire }),
    ...(has("maxWins") && { maxWins: request.maxWins }),
  };
}

const toArgumentName = (path: string): string => path.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The checks and warnings of the preview.
 * @param items the business's own items among those that the gifts name
 */
export function reviewRouletteUpdate(plan: RouletteUpdatePlan, items: ReadonlyMap<string, Item>): PreviewReview {
  const { changes } = plan;
  const hasChanges = changes.length > 0;
  const detail = hasChanges ? "Values change." : "Nothing would change: these values are already set.";
  return {
    checks: [{ name: "changes_something", ok: hasChanges, detail }],
    warnings: hasChanges
      ? [...settingWarnings(plan), ...changedGiftWarnings(plan, items)]
      : ["Nothing would change: the roulette has these values already."],
  };
}

function settingWarnings({ before, after, changes }: RouletteUpdatePlan): string[] {
  const { totalSpins } = before;
  const changed = new Set(changes.map(({ path }) => path));
  const warnings: string[] = [];
  if (changed.has("isActive")) {
    warnings.push(
      after.isActive
        ? "Users can spin it as soon as you approve."
        : "Spins are refused from then on, also for users who have it open. Prizes already won can still be claimed.",
    );
  }
  if (after.maxWins < before.maxWins) {
    warnings.push(`Users who have won ${after.maxWins} or more cannot spin it any more; they keep what they won.`);
  }
  if (changed.has("timeUnit") || changed.has("timeToExpire")) {
    warnings.push(
      after.prizesExpire
        ? "Prizes already won keep the time they have."
        : `Roulettes of type ${after.typeOfRoulette.name} do not support expiry: time_unit and time_to_expire have no effect.`,
    );
  }
  if (changed.has("termsAndConditions") && totalSpins > 0) {
    warnings.push(`${totalSpins} spins were made under the present terms and conditions.`);
  }
  return warnings;
}

/** Warnings about the gifts that change, and about all gifts when the roulette becomes active. */
function changedGiftWarnings(
  { before, after, changes }: RouletteUpdatePlan,
  items: ReadonlyMap<string, Item>,
): string[] {
  const isActivated = after.isActive && !before.isActive;
  const isConcerned = (index: number) => isActivated || after.gifts[index] !== before.gifts[index];
  const ofGifts = after.gifts.flatMap((gift, index) =>
    isConcerned(index) ? giftWarnings(gift, toGiftField(index), items) : [],
  );
  const warnings = [...ofGifts, ...(isActivated ? stockWarnings(after.gifts, items) : [])];
  if (before.isActive && changes.some(({ path }) => path.startsWith("gifts."))) {
    warnings.push("It is active: the next spin uses the new gifts, also for users who still see the old ones.");
  }
  return warnings;
}
