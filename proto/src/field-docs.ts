import type { DescMessage } from "@bufbuild/protobuf";
import { fieldDocs } from "../gen/field-docs.js";
import type { FieldDoc } from "./catalog.js";

/** The fields of a message as a Markdown table, for the `service://…/schema/…` resources. */
export function fieldTable(message: DescMessage): string {
  const doc = fieldDocs[message.typeName];
  if (!doc) throw new Error(`${message.typeName} is not part of the contract.`);
  const rows = doc.fields.map((field) => `| \`${field.name}\` | ${field.type} | ${meaning(field)} |`);
  return ["| Field | Type | Meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

function meaning(field: FieldDoc): string {
  const facts = [field.description];
  if (field.required) facts.push("Required.");
  if (field.constraints) facts.push(`Allowed: ${field.constraints}.`);
  if (field.default !== undefined) facts.push(`Default: ${field.default === "" ? "empty" : `\`${field.default}\``}.`);
  return facts.join(" ").replaceAll("|", "\\|");
}
