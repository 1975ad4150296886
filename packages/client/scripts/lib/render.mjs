// The text of the generated files.
import openapiTypescript, { astToString } from "openapi-typescript";

const notice = "// Written by `npm run generate` from rest/openapi.json. Do not edit.\n";

/** The types of openapi-typescript. A field with a default may be left out of a request, so it stays optional. */
export async function renderSchema(document) {
  return `${notice}${astToString(await openapiTypescript(document, { defaultNonNullable: false }))}`;
}

/** Names that src/index.ts exports itself; a schema of the same name would be hidden. */
const ownNames = new Set([
  "Areas",
  "CallAttempt",
  "Client",
  "ClientErrorCode",
  "ClientOptions",
  "ErrorCode",
  "List",
  "ReadOptions",
  "TenantOpsError",
  "VerifyOptions",
  "WebhookEvent",
  "WebhookHeaders",
  "WriteOptions",
]);

export function renderModels({ components }) {
  const hidden = Object.keys(components.schemas).filter((name) => ownNames.has(name));
  if (hidden.length > 0)
    throw new Error(`give another id to the schema ${hidden.join(", ")}: the client exports that name itself`);
  const lines = Object.keys(components.schemas).map(
    (name) => `export type ${name} = components["schemas"]["${name}"];`,
  );
  return `${notice}import type { components } from "./schema.js";\n\n${lines.join("\n")}\n`;
}

/** One interface per area with one method per operation. */
export function renderAreas(operations, tags) {
  const areas = groupByArea(operations);
  const interfaces = Object.entries(areas).map(([area, own]) => {
    const text = tags.find(({ name }) => name.toLowerCase() === area)?.description;
    return `${renderComment([text], "")}export interface ${toTypeName(area)} {\n${own.map(renderMethod).join("\n\n")}\n}`;
  });
  const all = Object.keys(areas).map((area) => `  readonly ${area}: ${toTypeName(area)};`);
  const imports =
    'import type { List, ReadOptions, WriteOptions } from "../call.types.js";\nimport type { Input, Item, Reply } from "../shapes.js";';
  return `${notice}${imports}\n\n${interfaces.join("\n\n")}\n\nexport interface Areas {\n${all.join("\n")}\n}\n`;
}

function renderMethod({ id, method, path, summary, description, isInputOptional, params, query, bodyNames, list }) {
  const comment = renderComment([`${summary}.`, description, `\`${method} ${path}\``], "  ");
  const hasInput = params.length + query.length > 0 || bodyNames !== undefined;
  const input = hasInput ? `input${isInputOptional ? "?" : ""}: Input<"${id}">` : "input?: Record<string, never>";
  const options = `options?: ${method === "GET" ? "ReadOptions" : "WriteOptions"}`;
  const result = list ? `List<Item<"${id}">, Reply<"${id}">>` : `Promise<Reply<"${id}">>`;
  return `${comment}  ${id}(${input}, ${options}): ${result};`;
}

function renderComment(parts, indent) {
  const text = parts.filter(Boolean).join("\n\n").replaceAll("*/", "*\\/");
  if (text === "") return "";
  const lines = text.split("\n").map((line) => `${indent} *${line && ` ${line}`}`);
  return `${indent}/**\n${lines.join("\n")}\n${indent} */\n`;
}

/** What a method sends, by area and name. */
export function renderOperations(operations, { name, version }) {
  const areas = Object.entries(groupByArea(operations)).map(([area, own]) => {
    const rows = own.map((operation) => `    ${operation.id}: ${JSON.stringify(toRow(operation))},`);
    return `  ${area}: {\n${rows.join("\n")}\n  },`;
  });
  const types = 'import type { Operation } from "../operation.js";';
  const table = `export const operations: Record<string, Record<string, Operation>> = {\n${areas.join("\n")}\n};`;
  return `${notice}${types}\n\nexport const userAgent = "${name.replace(/^@/, "").replace("/", "-")}/${version}";\n\n${table}\n`;
}

function toRow({ id, method, path, params, query, bodyNames, takesKey, hasReply, isPreview, list }) {
  return {
    id,
    method,
    path,
    params,
    query,
    hasBody: bodyNames !== undefined,
    takesKey,
    hasReply,
    ...(isPreview && { isPreview }),
    ...(list && { list }),
  };
}

/** The codes that these operations can answer with, and all codes that the error table marks as retryable. */
export function renderErrors(operations, errorTable) {
  const codes = [...new Set(operations.flatMap(({ errorCodes }) => errorCodes))].toSorted(compareText);
  const retryable = Object.keys(errorTable)
    .filter((code) => errorTable[code].retryable)
    .toSorted(compareText);
  const union = codes.map((code) => `  | "${code}"`).join("\n");
  return [
    notice.trimEnd(),
    "/** The codes of error answers; docs/errors.md of tenant-ops says what each means. A newer server may send others. */",
    `export type ErrorCode =\n${union};`,
    "",
    "/** The same request may succeed later. */",
    `export const retryableCodes: ReadonlySet<string> = new Set(${JSON.stringify(retryable)});`,
    "",
  ].join("\n");
}

function groupByArea(operations) {
  const areas = {};
  for (const operation of operations) (areas[operation.area] ??= []).push(operation);
  return areas;
}

function toTypeName(area) {
  return `${area.charAt(0).toUpperCase()}${area.slice(1)}Area`;
}

const compareText = (a, b) => (a < b ? -1 : 1);
