import { createHash } from "node:crypto";
import {
  create,
  type DescField,
  type DescMessage,
  fromJson,
  getOption,
  hasOption,
  type JsonObject,
  type JsonValue,
  type MessageInitShape,
  type MessageShape,
  toJson,
} from "@bufbuild/protobuf";
import { material } from "@tenant-ops/proto/common";
import type { Call } from "../call/call.js";
import { Refusal } from "../errors/refusal.js";

/** Bytes of the digest of a value that is no number. It only has to notice a change. */
const digestBytes = 6;

const materialFields = new WeakMap<DescMessage, readonly DescField[]>();

/** The fields of a preview that the contract marks as material: what the write replaces. Reading an option costs as much as a small message. */
export function listMaterialFields(schema: DescMessage): readonly DescField[] {
  const known = materialFields.get(schema);
  if (known) return known;
  const fields = schema.fields.filter((field) => getOption(field, material));
  materialFields.set(schema, fields);
  return fields;
}

/**
 * What the write replaces, as the answer of a propose tool shows it: one entry per material field, separated by commas. A number is its own
 * entry, anything else has a digest, because an agent copies this inside the proposal token.
 * @param output the message of the answer
 * @param readAnswer the answer as JSON; called only when the preview has such fields
 * @returns undefined when it has none
 */
export function describeMaterial(output: DescMessage, readAnswer: () => JsonObject): string | undefined {
  const schema = output.fields.find(({ name }) => name === "preview")?.message;
  if (!schema || listMaterialFields(schema).length === 0) return undefined;
  return toEntries(schema, fromJson(schema, readAnswer()["preview"] ?? {})).join(",");
}

/**
 * Refuses a write with a proposal that would replace something else than its preview showed. It belongs into the transaction, after the plan
 * that the preview was made of. A call without a proposal has nothing to compare.
 * @param schema the message of the preview
 * @param planned the material fields of the preview, as it would be now
 * @throws Refusal preview_changed
 */
export function requireAsPreviewed<Schema extends DescMessage>(
  call: Pick<Call, "material">,
  schema: Schema,
  planned: MessageInitShape<Schema>,
): void {
  if (call.material === undefined) return;
  const shown = call.material.split(",");
  const entries = toEntries(schema, create(schema, planned));
  const changed = listMaterialFields(schema).flatMap(({ jsonName }, index) =>
    entries[index] === shown[index] ? [] : [describeChange(jsonName, shown[index] ?? "", entries[index] ?? "")],
  );
  if (changed.length === 0) return;
  throw new Refusal(
    "preview_changed",
    `What this replaces has changed since the preview: ${changed.join("; ")}. Nothing was written. Preview it again and show the new preview to the user.`,
  );
}

function describeChange(name: string, shown: string, now: string): string {
  return /^-?\d/.test(`${shown}${now}`) ? `${name} was ${shown} and is ${now}` : `${name} is different`;
}

function toEntries<Schema extends DescMessage>(schema: Schema, preview: MessageShape<Schema>): string[] {
  const json = selectMaterial(schema, toJson(schema, preview, { alwaysEmitImplicit: true }) as JsonObject);
  return listMaterialFields(schema).map(({ jsonName }) => toEntry(json[jsonName]));
}

function toEntry(value: JsonValue | undefined): string {
  if (value === undefined || typeof value === "number") return String(value ?? "");
  // The name keeps a digest apart from a number.
  return `~${createHash("sha256").update(JSON.stringify(value)).digest().subarray(0, digestBytes).toString("base64url")}`;
}

/** Without the fields that say they are not material, at any depth. */
function selectMaterial(schema: DescMessage, json: JsonObject): JsonObject {
  const kept = { ...json };
  for (const field of schema.fields) {
    const value = kept[field.jsonName];
    const { message } = field;
    if (hasOption(field, material) && !getOption(field, material)) delete kept[field.jsonName];
    else if (message && field.fieldKind === "message" && isObject(value))
      kept[field.jsonName] = selectMaterial(message, value);
    else if (message && field.fieldKind === "list" && Array.isArray(value))
      kept[field.jsonName] = value.map((one) => (isObject(one) ? selectMaterial(message, one) : one));
  }
  return kept;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
