import type { Random } from "../spins/draw.rules.js";

/** Without characters that look or sound like another one: 0 and O, 1, I and L, U and V. */
const characters = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 8;

/**
 * A new claim code such as `7KMD-2XWQ`: about 39 random bits, readable on a phone and over the telephone. With 100,000 prizes, one new code in
 * six million is taken already; the unique index then refuses the spin, and sending it again makes another code.
 */
export function createClaimCode(random: Random): string {
  let code = "";
  while (code.length < length) {
    const [byte = 255] = random(1);
    // Higher bytes are drawn again: a remainder would favour the first characters.
    const isUniform = byte < 256 - (256 % characters.length);
    if (isUniform) code += characters[byte % characters.length];
  }
  return formatClaimCode(code);
}

/** A code as it is stored, from what a person has typed: case, blanks and hyphens do not matter. */
export function normalizeClaimCode(typed: string): string {
  return formatClaimCode(typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, ""));
}

const formatClaimCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
