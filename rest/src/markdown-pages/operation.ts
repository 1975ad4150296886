import { listErrors, listQuery } from "@tenant-ops/kit/http";
import * as z from "zod";
import type { RouteExample } from "../openapi/examples.js";
import type { JsonValue, OpenApiDocument, Parameter, Response, Schema } from "../openapi/openapi.types.js";
import { isReference, type PlacedOperation, resolveReference } from "../openapi/references.js";
import { describeType, listFields } from "./fields.js";
import { findClientArea, renderClientCall, renderCurl } from "./samples.js";

const bodyLinesMax = 60;

export function renderOperation(
  document: OpenApiDocument,
  placed: PlacedOperation,
  example: RouteExample | undefined,
): string[] {
  const { summary, description } = placed.operation;
  return [
    `## ${summary}`,
    "",
    `\`${placed.method.toUpperCase()} ${placed.path}\``,
    "",
    ...(description === undefined ? [] : [description, ""]),
    ...renderInput(document, placed),
    ...(example ? renderExample(placed, example) : []),
    renderErrors(placed),
    "",
  ];
}

function renderInput(
  document: OpenApiDocument,
  { operation: { parameters = [], requestBody } }: PlacedOperation,
): string[] {
  const given = parameters.map((one) => (isReference(one) ? resolveReference<Parameter>(document, one) : one));
  const body = resolveSchema(document, Object.values(requestBody?.content ?? {})[0]?.schema ?? {});
  const rows = [
    ...given.map(({ name, in: place, required, schema, description = "" }) => [
      `\`${name}\``,
      place,
      describeType(schema),
      required ? "yes" : "",
      description,
    ]),
    ...listFields(body).map(({ name, type, isRequired, description }) => [
      `\`${name}\``,
      "body",
      type,
      isRequired ? "yes" : "",
      description,
    ]),
  ];
  return rows.length === 0 ? [] : [renderTable(["Name", "In", "Type", "Required", ""], rows), ""];
}

function resolveSchema(document: OpenApiDocument, schema: Schema): Schema {
  return isReference(schema) ? resolveReference<Schema>(document, schema) : schema;
}

function renderExample(placed: PlacedOperation, example: RouteExample): string[] {
  const area = findClientArea(placed);
  const { status, body } = example.response;
  return [
    "```sh",
    renderCurl(placed, example),
    "```",
    "",
    ...(area === undefined ? [] : ["```js", renderClientCall(placed, example, area), "```", ""]),
    ...(body === undefined ? [`Answer: ${status}, without a body.`] : [`Answer: ${status}`, "", ...renderBody(body)]),
    "",
  ];
}

function renderBody(body: JsonValue): string[] {
  const text = typeof body === "string" ? body : JSON.stringify(body, null, 2);
  const lines = text.split("\n");
  const shown = lines.length > bodyLinesMax ? [...lines.slice(0, bodyLinesMax), "…"] : lines;
  return [`\`\`\`${typeof body === "string" ? "html" : "json"}`, ...shown, "```"];
}

/** The codes with which any write can be refused. */
const commonCodes = new Set<string>(
  listErrors({
    id: "",
    method: "POST",
    path: "",
    service: "",
    caller: "tenant",
    summary: "",
    query: z.strictObject(listQuery),
    replies: {},
    idempotency: "accepted",
  }),
);

/** The codes of the operation's own rules. */
function renderErrors({ operation: { responses } }: PlacedOperation): string {
  const codes = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, one]) => (isReference(one) ? [] : listCodes(one)))
    .filter((code) => !commonCodes.has(code));
  const own = codes.map((code) => `[\`${code}\`](../errors.md)`);
  const words = own.length > 0 ? `${own.join(", ")}, and ` : "";
  return `Errors: ${words}[those of every request](../errors.md).`;
}

function listCodes({ content = {} }: Response): string[] {
  return Object.keys(Object.values(content)[0]?.examples ?? {});
}

/** A Markdown table; texts may have several lines. */
export function renderTable(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
  const line = (cells: readonly string[]) => `| ${cells.map(toCell).join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

function toCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");
}
