import { wildcardScope } from "@tenant-ops/kit/call";
import { isCountry } from "@tenant-ops/kit/data";
import { failsAs, isAddressOrNetwork, parseInput } from "@tenant-ops/kit/http";
import { toolsetWords } from "@tenant-ops/proto";
import { keyScopes } from "@tenant-ops/rest/access";
import * as z from "zod";

/** Currency and time zone of a business that was created without them. */
const defaultsByCountry: Record<string, { currency: string; timeZone: string }> = {
  AR: { currency: "ARS", timeZone: "America/Argentina/Buenos_Aires" },
  BO: { currency: "BOB", timeZone: "America/La_Paz" },
  BR: { currency: "BRL", timeZone: "America/Sao_Paulo" },
  CL: { currency: "CLP", timeZone: "America/Santiago" },
  CO: { currency: "COP", timeZone: "America/Bogota" },
  CR: { currency: "CRC", timeZone: "America/Costa_Rica" },
  DO: { currency: "DOP", timeZone: "America/Santo_Domingo" },
  EC: { currency: "USD", timeZone: "America/Guayaquil" },
  ES: { currency: "EUR", timeZone: "Europe/Madrid" },
  GT: { currency: "GTQ", timeZone: "America/Guatemala" },
  MX: { currency: "MXN", timeZone: "America/Mexico_City" },
  PA: { currency: "USD", timeZone: "America/Panama" },
  PE: { currency: "PEN", timeZone: "America/Lima" },
  PY: { currency: "PYG", timeZone: "America/Asuncion" },
  US: { currency: "USD", timeZone: "America/New_York" },
  UY: { currency: "UYU", timeZone: "America/Montevideo" },
};

export function getCountryDefaults(country: string): { currency: string; timeZone: string } {
  return defaultsByCountry[country] ?? { currency: "USD", timeZone: "UTC" };
}

const currencies = new Set(Intl.supportedValuesOf("currency"));

function isCurrency(code: string): boolean {
  return currencies.has(code);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

// Checks of operators' fields that the contract cannot express. Types, lengths and unknown names are checked before.

const businessRules = z
  .object({
    country: z.string().refine(isCountry, failsAs("country_code", "must be an ISO 3166-1 alpha-2 code such as MX")),
    currency: z.string().refine(isCurrency, failsAs("currency_code", "must be an ISO 4217 code such as MXN")),
    timeZone: z
      .string()
      .refine(isTimeZone, failsAs("time_zone", "must be an IANA time zone such as America/Mexico_City")),
  })
  .partial();

/** @throws Refusal invalid_argument that names every wrong field */
export function checkBusinessFields(given: object): void {
  parseInput(businessRules, given);
}

const keyRules = createKeyRules();

/** @throws Refusal invalid_argument that names every wrong field of a new key */
export function checkKeyFields(given: object): void {
  parseInput(keyRules, given);
}

function createKeyRules() {
  const known = new Set([wildcardScope, ...keyScopes]);
  const scope = z
    .string()
    .refine((given) => known.has(given), failsAs("one_of", `must be one of ${[...known].join(", ")}`));
  const toolset = z
    .string()
    .refine((word) => toolsetWords.includes(word), failsAs("one_of", `must be one of ${toolsetWords.join(", ")}`));
  const address = z
    .string()
    .refine(isAddressOrNetwork, failsAs("ip_address", "must be an IP address or a network such as 10.0.0.0/8"));
  return z.object({ scopes: z.array(scope), toolsets: z.array(toolset), allowedAddresses: z.array(address) });
}
