import { isFieldSet } from "@bufbuild/protobuf";
import { invalid } from "@tenant-ops/kit/errors";
import { requireLines, requireText } from "@tenant-ops/kit/rpc";
import { type GiftChange, GiftChangeSchema } from "@tenant-ops/proto/roulettes";
import { normalizeLines } from "@tenant-ops/kit/texts";
import type { Gift } from "./gifts.rules.js";

export interface FieldChange {
  /** The name for callers, such as `max_wins` or `gifts[1].emoji`. */
  name: string;
  /** The path in the stored record, such as `maxWins` or `gifts.1.emoji`. */
  path: string;
  /** undefined removes the field. */
  value: unknown;
}

type GiftSettings = Pick<
  Gift,
  "value" | "message" | "probability" | "emoji" | "guaranteedForFirstTimers" | "winInterval" | "fallback"
>;

/**
 * The gifts after changes of single gifts; a gift without a change stays the same object.
 * @throws Refusal invalid_argument for an index that does not exist or is given twice, and for blank texts
 */
export function planGiftChanges(
  requests: readonly GiftChange[],
  gifts: readonly Gift[],
): { gifts: Gift[]; changes: FieldChange[] } {
  const after = [...gifts];
  const changes: FieldChange[] = [];
  const seen = new Set<number>();
  for (const [position, request] of requests.entries()) {
    const field = `gift_changes[${position}]`;
    const { index } = request;
    const gift = gifts[index];
    if (!gift) throw invalid(`${field}.index`, `the roulette has the gifts 0 to ${gifts.length - 1}.`);
    if (seen.has(index)) throw invalid(`${field}.index`, `gift ${index} is given twice.`);
    seen.add(index);
    const ofGift = listChanges(selectGiven(request, field), gift).map(([name, value]) => ({
      name: `gifts[${index}].${name}`,
      path: `gifts.${index}.${name}`,
      value,
    }));
    if (ofGift.length > 0) after[index] = applyChanges(gift, selectGiven(request, field));
    changes.push(...ofGift);
  }
  return { gifts: after, changes };
}

/** The settings that are present; undefined for one that is removed. */
type Given = { [Name in keyof GiftSettings]?: GiftSettings[Name] | undefined };

function selectGiven(request: GiftChange, path: string): Given {
  const { field } = GiftChangeSchema;
  const has = (name: keyof typeof field) => isFieldSet(request, field[name]);
  return {
    ...(has("value") && { value: requireText(`${path}.value`, request.value) }),
    ...(has("message") && { message: requireLines(`${path}.message`, request.message) }),
    ...(has("probability") && { probability: request.probability }),
    ...(has("emoji") && { emoji: request.emoji || undefined }),
    ...(has("guaranteedForFirstTimers") && { guaranteedForFirstTimers: request.guaranteedForFirstTimers }),
    ...(has("winInterval") && { winInterval: request.winInterval }),
    ...(has("fallback") && { fallback: normalizeLines(request.fallback) || undefined }),
  };
}

const listChanges = (given: Given, gift: Gift) =>
  (Object.keys(given) as (keyof Given)[]).flatMap((name): [string, unknown][] =>
    given[name] === gift[name] ? [] : [[name, given[name]]],
  );

/** Without the settings that are removed: an absent one and one that is undefined are stored differently. */
function applyChanges(gift: Gift, given: Given): Gift {
  return Object.fromEntries(
    Object.entries({ ...gift, ...given }).filter(([, value]) => value !== undefined),
  ) as unknown as Gift;
}
