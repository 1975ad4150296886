import { isFieldSet } from "@bufbuild/protobuf";
import { type PreviewReview, requireLines, requireText, reviewChanges } from "@tenant-ops/kit/rpc";
import { say } from "@tenant-ops/kit/texts";
import { roulettesSentences as sentences } from "@tenant-ops/proto/sentences/roulettes";
import { type UpdateRouletteRequest, UpdateRouletteRequestSchema } from "@tenant-ops/proto/roulettes";
import { planGiftChanges } from "../gifts/gift-changes.rules.js";
import { checkFallbacks, checkWeights } from "../gifts/gifts.rules.js";
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

type Warnings = PreviewReview["warnings"];

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
  return {
    checks: [reviewChanges(hasChanges)],
    warnings: hasChanges
      ? [...settingWarnings(plan), ...changedGiftWarnings(plan, items)]
      : [say(sentences.same_values)],
  };
}

function settingWarnings({ before, after, changes }: RouletteUpdatePlan): Warnings {
  const { totalSpins } = before;
  const changed = new Set(changes.map(({ path }) => path));
  const warnings: Warnings = [];
  if (changed.has("isActive")) {
    warnings.push(say(after.isActive ? sentences.activated : sentences.deactivated));
  }
  if (after.maxWins < before.maxWins) warnings.push(say(sentences.fewer_wins, { wins: after.maxWins }));
  if (changed.has("timeUnit") || changed.has("timeToExpire")) {
    warnings.push(
      after.prizesExpire
        ? say(sentences.won_keep_their_time)
        : say(sentences.no_expiry, { type: after.typeOfRoulette.name }),
    );
  }
  if (changed.has("termsAndConditions") && totalSpins > 0) {
    warnings.push(say(sentences.spun_under_old_terms, { spins: totalSpins }));
  }
  return warnings;
}

/** Warnings about the gifts that change, and about all gifts when the roulette becomes active. */
function changedGiftWarnings(
  { before, after, changes }: RouletteUpdatePlan,
  items: ReadonlyMap<string, Item>,
): Warnings {
  const isActivated = after.isActive && !before.isActive;
  const isConcerned = (index: number) => isActivated || after.gifts[index] !== before.gifts[index];
  const ofGifts = after.gifts.flatMap((gift, index) => (isConcerned(index) ? giftWarnings(gift, index, items) : []));
  const warnings = [...ofGifts, ...(isActivated ? stockWarnings(after.gifts, items) : [])];
  if (before.isActive && changes.some(({ path }) => path.startsWith("gifts."))) {
    warnings.push(say(sentences.next_spin_uses_new));
  }
  return warnings;
}
