import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from "libphonenumber-js/min";

/**
 * A phone number in E.164, such as +525512345678; undefined for a text that is no possible number.
 * @param country of a number without country code, ISO 3166; undefined when every number must have one
 */
export function toE164(text: string, country?: string): string | undefined {
  if (text.length > 40) return undefined;
  const parsed = parse(text.normalize("NFKC"), country);
  // Mexico dropped the 1 after its country code in 2019. People still write it; both are the same phone.
  const [, rest] = /^\+521(\d{10})$/.exec(parsed?.number ?? "") ?? [];
  const current = rest === undefined ? parsed : parse(`+52${rest}`);
  return current?.isValid() && current.ext === undefined ? current.number : undefined;
}

function parse(text: string, country?: string): PhoneNumber | undefined {
  const isKnown = country !== undefined && isSupportedCountry(country);
  // Without `extract: false` a number would be found inside any text.
  return parsePhoneNumberFromString(text, { ...(isKnown && { defaultCountry: country }), extract: false });
}

/** `+525512345678` → `+52 ··· 5678`: enough for the owner to recognise it. */
export function maskPhone(phone: string): string {
  const country = parsePhoneNumberFromString(phone)?.countryCallingCode ?? "";
  return `+${country} ··· ${phone.slice(-4)}`;
}
