import * as z from "zod";
import { catalogue, defaultEventTypes, subscribableTypes } from "./catalogue.js";

/** docs/events.md; `npm run generate` writes it. */
export function renderEventsPage(): string {
  const parts = catalogue.map(({ type, description, data }) => {
    const { properties = {}, required = [] } = z.toJSONSchema(data, { io: "input" });
    const rows = Object.entries(properties).map(([name, schema]) => {
      const words = typeof schema === "object" ? (schema.description ?? "") : "";
      return `| \`${name}\` | ${formatType(schema)} | ${required.includes(name) ? "yes" : ""} | ${words} |`;
    });
    return [
      `## ${type}`,
      "",
      description,
      "",
      "| `data.` | Type | Always | |",
      "| --- | --- | --- | --- |",
      ...rows,
      "",
    ].join("\n");
  });
  return [
    "# Events",
    "",
    "<!-- Written by `npm run generate` from proto/tenantops/*/v1/events.proto. Do not edit. -->",
    "",
    "The events that a tenant can receive by webhook. [webhooks.md](webhooks.md) describes the delivery; `GET /v1/public/webhooks/events` answers",
    'the same as JSON schemas. Fields and types are only added, never changed or removed. Events of a [sandbox](sandbox.md) have `"test": true`',
    "beside `businessId`, and go only to endpoints that were made with a test key.",
    "",
    `An endpoint that names no events receives ${defaultEventTypes.map((type) => `\`${type}\``).join(", ")}. Subscribable: ${subscribableTypes
      .map((type) => `\`${type}\``)
      .join(", ")}, and \`*\`.`,
    "",
    ...parts,
  ].join("\n");
}

function formatType(schema: unknown): string {
  const { type, enum: values, anyOf } = schema as { type?: string; enum?: unknown[]; anyOf?: unknown[] };
  if (values) return values.map((value) => `\`${String(value)}\``).join(", ");
  if (anyOf) return anyOf.map(formatType).join(" or ");
  return type ?? "";
}
