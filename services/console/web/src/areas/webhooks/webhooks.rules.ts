import type { BadgeKind } from "../../components/badge.js";

export type Health = "healthy" | "unused" | "failing" | "disabled" | "disabledFailing" | "disabledGone";

export const healthKinds: Readonly<Record<Health, BadgeKind>> = {
  healthy: "good",
  unused: "neutral",
  failing: "bad",
  disabled: "neutral",
  disabledFailing: "bad",
  disabledGone: "bad",
};

export interface EndpointLimits {
  maxAttempts: number | undefined;
  maxConcurrency: number | undefined;
  ratePerSecond: number | undefined;
}

interface EndpointHealth {
  status: "enabled" | "disabled";
  disabledReason?: string | undefined;
  stats: { failures: number; lastSuccessAt?: string | undefined };
}

export function getHealth({ status, disabledReason, stats }: EndpointHealth): Health {
  if (status === "disabled") {
    if (disabledReason === "failing") return "disabledFailing";
    return disabledReason === "gone" ? "disabledGone" : "disabled";
  }
  if (stats.failures > 0) return "failing";
  return stats.lastSuccessAt ? "healthy" : "unused";
}

interface Schema {
  type?: unknown;
  const?: unknown;
  enum?: unknown;
  properties?: unknown;
  items?: unknown;
  anyOf?: unknown;
  format?: unknown;
  description?: unknown;
}

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

/** An example value for a JSON schema, with texts and numbers that show what each field contains. */
export function createExample(schema: unknown, name = ""): unknown {
  if (!isSchema(schema)) return null;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf)) return createExample(schema.anyOf[0], name);
  if (isSchema(schema.properties))
    return Object.fromEntries(
      Object.entries(schema.properties as object).map(([field, inner]) => [field, createExample(inner, field)]),
    );
  if (schema.type === "array") return [createExample(schema.items, name)];
  if (schema.type === "object") return {};
  if (schema.type === "number" || schema.type === "integer") return 1;
  if (schema.type === "boolean") return true;
  if (schema.type === "null") return null;
  return createText(name, schema);
}

function createText(name: string, { format, description }: Schema): string {
  if (format === "date-time" || name === "timestamp" || name.endsWith("At") || String(description).includes("ISO 8601"))
    return "2026-11-22T12:00:00.000Z";
  if (name === "email") return "ana@example.com";
  return name === "id" || name === "_id" || name.endsWith("Id") ? "…" : name;
}
