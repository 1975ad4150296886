import { invalid, quote } from "@tenant-ops/kit/errors";
import { standardTypes } from "./withdrawals.rules.js";

const customTypesMax = 50;

/**
 * The custom types in a list that may also name standard ones: a client that reads the list, adds a word and sends it all
 * back adds exactly that word.
 * @throws Refusal invalid_argument for a word with characters that are not allowed, and for too many words
 */
export function planCustomTypes(given: readonly string[]): string[] {
  const names = given.map((name) => name.trim().toLowerCase());
  const invalidName = names.find((name) => !/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,49}$/u.test(name));
  if (invalidName !== undefined) {
    const detail = `${quote(invalidName)} is no name: take up to 50 letters, digits, blanks, - and _.`;
    throw invalid("types", detail, "type_name");
  }
  const custom = [...new Set(names)].filter((name) => !standardTypes.includes(name));
  if (custom.length > customTypesMax) {
    throw invalid("types", `at most ${customTypesMax} beside the standard ones.`, "too_many", { max: customTypesMax });
  }
  return custom;
}
