import { fromJson, type JsonObject, type JsonValue, type MessageShape, type DescMessage } from "@bufbuild/protobuf";
import { isFieldError } from "@bufbuild/protobuf/reflect";
import { quote, Refusal } from "@tenant-ops/kit/errors";
import { validate } from "@tenant-ops/kit/rpc";
import type { JsonSchema, ObjectSchema } from "@tenant-ops/proto";
import type { CatalogTool } from "./catalog.js";
import { fillDefaults } from "./defaults.js";
import { isObject } from "../json.js";

export interface ParsedArguments {
  message: MessageShape<DescMessage>;
  proposalToken?: string;
}

const problemsMax = 20;
const int32Max = 2 ** 31;
/** Cannot be encoded as UTF-8, and so not be sent to a service. */
const loneSurrogate = /\p{Surrogate}/u;

/**
 * Turns the arguments of a tool call into the message of its rpc. `null` means absent.
 * @throws Refusal invalid_argument that names every wrong argument and what was expected
 */
export function parseArguments(tool: CatalogTool, given: unknown): ParsedArguments {
  const args = given ?? {};
  if (!isObject(args)) throw createArgumentRefusal([`arguments: expected an object, got ${describeValue(args)}`]);
  const problems = findObjectProblems(tool.inputSchema, args, "");
  if (problems.length > 0) throw createArgumentRefusal(problems);

  const { proposal_token: token, ...own } = args;
  const message = decodeMessage(tool, takesProposalToken(tool) ? own : args);
  // Preview and write must get equal messages, whether the caller left a default out or wrote it.
  if (tool.isWrite || tool.writer) fillDefaults(tool.method.input, message);
  validate(tool.method.input, message);
  return { message, ...(takesProposalToken(tool) && typeof token === "string" && { proposalToken: token }) };
}

/** The token is an argument for the gateway: the published schema has it, the message of the rpc does not. */
function takesProposalToken(tool: CatalogTool): boolean {
  return tool.isWrite;
}

function decodeMessage(tool: CatalogTool, args: JsonObject): MessageShape<DescMessage> {
  try {
    return fromJson(tool.method.input, args);
  } catch (error) {
    // The JSON schema accepted the value and protobuf did not. The text of the error is about protobuf, so it is not shown.
    const field = error instanceof Error && isFieldError(error.cause) ? error.cause.field().name : "arguments";
    throw createArgumentRefusal([`${field}: this value cannot be used here`]);
  }
}

function findObjectProblems(schema: ObjectSchema, given: JsonObject, path: string): string[] {
  const known = Object.keys(schema.properties);
  const unknown = Object.keys(given)
    .filter((name) => !Object.hasOwn(schema.properties, name))
    .map((name) => `${path}${name.slice(0, 60)}: is not known here`);
  if (unknown.length > 0) unknown.push(`${unknown.pop()}; known are ${known.join(", ") || "none"}`);
  const missing = (schema.required ?? [])
    .filter((name) => !Object.hasOwn(given, name) || given[name] === null)
    .map((name) => `${path}${name}: is required (${describeSchema(schema.properties[name])})`);
  const wrong = known.flatMap((name) => {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const expected = schema.properties[name];
    return value === undefined || value === null || !expected
      ? []
      : findValueProblems(expected, value, `${path}${name}`);
  });
  return [...unknown, ...missing, ...wrong];
}

function findValueProblems(schema: JsonSchema, value: JsonValue, path: string): string[] {
  if (!isOfType(schema, value)) return [`${path}: expected ${typeNames[schema.type]}, got ${describeValue(value)}`];
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item, index) => findValueProblems(items, item, `${path}[${index}]`)) : [];
  }
  if (!isObject(value) || !isObjectSchema(schema)) return [];
  return findObjectProblems(schema, value, `${path}.`);
}

function isOfType(schema: JsonSchema, value: JsonValue): boolean {
  switch (schema.type) {
    case "string":
      return typeof value === "string" && !loneSurrogate.test(value);
    case "integer":
      return Number.isInteger(value) && Number(value) >= -int32Max && Number(value) < int32Max;
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "boolean":
      return typeof value === "boolean";
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
  }
}

const typeNames: Record<JsonSchema["type"], string> = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

function isObjectSchema(schema: JsonSchema): schema is ObjectSchema {
  return schema.type === "object" && schema.properties !== undefined;
}

function describeSchema(schema: JsonSchema | undefined): string {
  if (!schema) return "see the tool's schema";
  const choices = schema.enum ? `, one of ${schema.enum.map((choice) => quote(String(choice))).join(", ")}` : "";
  return `${typeNames[schema.type]}${choices}: ${schema.description ?? ""}`.replace(/[\s.:]+$/, "");
}

function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (typeof value === "string") return `the text ${quote(value)}`;
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : JSON.stringify(value);
}

function createArgumentRefusal(problems: readonly string[]): Refusal {
  const more = problems.length > problemsMax ? `; and ${problems.length - problemsMax} more` : "";
  return new Refusal("invalid_argument", `${problems.slice(0, problemsMax).join("; ")}${more}.`);
}
