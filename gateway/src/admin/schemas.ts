import { isCountry } from "@tenant-ops/kit/data";
import { z } from "zod";
import { isAddressOrNetwork } from "../request/client-address.js";
import { wildcardScope } from "../tenant/scopes.js";
import { toolsetWords } from "../tenant/toolsets.js";
import { isCurrency, isTimeZone } from "./countries.js";

const name = z.string().trim().min(1).max(200);
const perMinute = z.int().min(0).max(1_000_000).optional();
const rates = z.strictObject({ requestsPerMinute: perMinute, writesPerMinute: perMinute, listsPerMinute: perMinute });
const country = z.string().refine(isCountry, "must be an ISO 3166-1 alpha-2 code such as MX");
const currency = z.string().refine(isCurrency, "must be an ISO 4217 code such as MXN");
const toolset = z.string().refine((word) => toolsetWords.includes(word), `must be one of ${toolsetWords.join(", ")}`);
const timeZone = z.string().refine(isTimeZone, "must be an IANA time zone such as America/Mexico_City");

export const createBusinessSchema = z.strictObject({
  name,
  country,
  currency: currency.optional(),
  timeZone: timeZone.optional(),
  requireProposal: z.boolean().default(false),
  rates: rates.default({}),
});

/** Absent fields stay unchanged; `rates` is replaced as a whole. */
export const updateBusinessSchema = z
  .strictObject({ name, country, currency, timeZone, requireProposal: z.boolean(), rates, active: z.boolean() })
  .partial();

export const listBusinessesSchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(100).default(""),
});

/** @param allScopes the scopes that a key can have beside `*` */
export function buildCreateKeySchema(allScopes: readonly string[]) {
  const known = new Set([wildcardScope, ...allScopes]);
  const scope = z.string().refine((given) => known.has(given), `must be one of ${[...known].join(", ")}`);
  return z.strictObject({
    name,
    mode: z.enum(["live", "test"]).default("live"),
    scopes: z.array(scope).min(1).default([wildcardScope]),
    expiresAt: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text))
      .refine((date) => date.getTime() > Date.now(), "must lie in the future")
      .nullish(),
    allowedAddresses: z
      .array(z.string().refine(isAddressOrNetwork, "must be an IP address or a network such as 10.0.0.0/8"))
      .max(100)
      .default([]),
    /** Replaces that of the business; absent or null means what the business says. */
    requireProposal: z.boolean().nullish(),
    toolsets: z.array(toolset).max(toolsetWords.length).default([]),
    rates: rates.default({}),
  });
}

export const rotateKeySchema = z.strictObject({
  /** How long the old key stays valid beside the new one. */
  overlapDays: z.number().min(0).max(7).default(1),
});
