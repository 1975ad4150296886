import { z } from "zod";
import { catalogue, standardEvents, subscribable } from "./catalogue.js";

/** docs/events.md. `npx vitest run services/webhooks/src/docs.test.ts --update` writes it. */
export function eventsPage(): string {
  const parts = catalogue.map(({ type, description, data }) => {
    const { properties = {}, required = [] } = z.toJSONSchema(data, { io: "input" });
    const rows = Object.entries(properties).map(([name, schema]) => {
      const words = typeof schema === "object" ? (schema.description ?? "") : "";
      return `| \`${name}\` | ${typeOf(schema)} | ${required.includes(name) ? "yes" : ""} | ${words} |`;
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
    "<!-- Written by services/webhooks/src/events/events-page.ts from the catalogue. Do not edit. -->",
    "",
    "What a tenant can be told, by webhook. [webhooks.md](webhooks.md) says how they arrive; `GET /v1/public/webhooks/events` gives the same",
    "as JSON schemas. Fields and types are only ever added.",
    "",
    `An endpoint that does not say what it wants gets ${standardEvents.map((type) => `\`${type}\``).join(", ")}. Subscribable: ${subscribable
      .map((type) => `\`${type}\``)
      .join(", ")}, and \`*\`.`,
    "",
    ...parts,
  ].join("\n");
}

function typeOf(schema: unknown): string {
  const { type, enum: values, anyOf } = schema as { type?: string; enum?: unknown[]; anyOf?: unknown[] };
  if (values) return values.map((value) => `\`${String(value)}\``).join(", ");
  if (anyOf) return anyOf.map(typeOf).join(" or ");
  return type ?? "";
}
