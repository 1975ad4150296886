import { invalid, quote, type Refusal, refused } from "@tenant-ops/kit/errors";

/** What every business has. The words are the specification's and are not translated. */
export const standardTypes: readonly string[] = ["insumos", "uniformes", "premios", "equipo", "merma", "otro"];

const ownTypesMax = 50;

/**
 * The types that a business has beside the standard ones, from a list that may name those too: whoever reads the list,
 * adds a word and sends it back means exactly that.
 * @throws Refusal invalid_argument for a word that could not be told from another, and for too many
 */
export function planOwnTypes(given: readonly string[]): string[] {
  const names = given.map((name) => name.trim().toLowerCase());
  const odd = names.find((name) => !/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,49}$/u.test(name));
  if (odd !== undefined) {
    throw invalid("types", `${quote(odd)} is no name: take up to 50 letters, digits, blanks, - and _.`);
  }
  const own = [...new Set(names)].filter((name) => !standardTypes.includes(name));
  if (own.length > ownTypesMax) throw invalid("types", `at most ${ownTypesMax} beside the standard ones.`);
  return own;
}

export function isWithdrawalType(name: string, own: readonly string[]): boolean {
  return standardTypes.includes(name) || own.includes(name);
}

export function unknownType(given: string): Refusal {
  return refused(
    "unknown_withdrawal_type",
    `${quote(given)} is no withdrawal type of this business. service://supply/schema/withdrawals lists them.`,
  );
}
