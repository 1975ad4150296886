import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from "libphonenumber-js/min";
import { normalizeValue } from "./normalize-text.js";

/** Spellings from before a country changed its numbers, which people still write. Such a number is valid in its new spelling only. */
const changedNumbers: readonly [former: RegExp, present: string][] = [
  // Mexico, 2019: no 1 after the country code, and no 01, 044 or 045 before a number inside the country.
  [/^\+52(?:1|01|044|045)(\d{10})$/, "+52$1"],
  // Chile, 2016: no 09 before mobile numbers inside the country.
  [/^\+5609(\d{8})$/, "+569$1"],
  // Brazil, until 2016: mobile numbers have a 9 before the other eight digits.
  [/^\+55(\d\d)([689]\d{7})$/, "+55$19$2"],
  // Colombia, 2021: 60 before the numbers of fixed lines.
  [/^\+57([1-8]\d{7})$/, "+5760$1"],
  // Ivory Coast, 2021: mobile numbers begin with the two digits of their operator.
  [/^\+225([04-9][0-3]\d{6})$/, "+22501$1"],
  [/^\+225([04-9][4-6]\d{6})$/, "+22505$1"],
  [/^\+225([04-9][7-9]\d{6})$/, "+22507$1"],
  // Benin, 2024: 01 before every number.
  [/^\+229(\d{8})$/, "+22901$1"],
];

/** Argentina: a mobile number has a 9 after the country code for callers from abroad, and is known without it inside the country. */
const argentineMobile = /^\+549(\d{10})$/;

/**
 * A phone number in E.164, such as +525512345678; undefined for a text that is no possible number.
 * @param country of a number without country code, ISO 3166; undefined when every number must have one
 */
export function toE164(text: string, country?: string): string | undefined {
  if (text.length > 80) return undefined;
  const value = normalizeValue(text);
  if (value.length > 40) return undefined;
  const parsed = parse(value, country);
  const change = changedNumbers.find(([former]) => former.test(parsed?.number ?? ""));
  const current = parsed && change ? parse(parsed.number.replace(...change)) : parsed;
  return current?.isValid() && parsed?.ext === undefined ? current.number : undefined;
}

function parse(text: string, country?: string): PhoneNumber | undefined {
  const isKnown = country !== undefined && isSupportedCountry(country);
  // Without `extract: false` a number would be found inside any text.
  return parsePhoneNumberFromString(text, { ...(isKnown && { defaultCountry: country }), extract: false });
}

/** One value for all spellings of a phone in E.164; other texts are compared by their digits. */
export const toPhoneKey = (phone: string): string => phone.replace(argentineMobile, "+54$1").replaceAll(/\D/g, "");

/** The digits of a phone as records may have them: as it was written and, of a possible number, as in E.164. */
export function listPhoneSpellings(text: string, country?: string): string[] {
  const key = toPhoneKey(toE164(text, country) ?? "");
  const inArgentina = key.replace(/^54(\d{10})$/, "549$1");
  return [...new Set([toPhoneKey(normalizeValue(text)), key, inArgentina])].filter((digits) => digits !== "");
}

/** `+525512345678` → `+52 ··· 5678`: enough for the owner to recognise it. */
export function maskPhone(phone: string): string {
  const country = parsePhoneNumberFromString(phone)?.countryCallingCode ?? "";
  return `+${country} ··· ${phone.slice(-4)}`;
}
