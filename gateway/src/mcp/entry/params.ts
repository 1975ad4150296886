import type { JsonObject } from "@bufbuild/protobuf";
import {
  isSpecType,
  PROTOCOL_VERSION_META_KEY,
  type SpecTypeName,
  specTypeSchemas,
} from "@modelcontextprotocol/server";
import { ProblemList } from "@tenant-ops/kit/errors";
import { shorten } from "@tenant-ops/kit/texts";
import { getObject, getText, isObject } from "../json.js";
import { modernVersion } from "../protocol/hot-path.js";

type Era = "legacy" | "modern";

/** The type that the protocol gives a request of each method, and the protocol versions that have the method. */
const methods = new Map<string, { type: SpecTypeName; era?: Era }>([
  ["initialize", { type: "InitializeRequest", era: "legacy" }],
  ["ping", { type: "PingRequest", era: "legacy" }],
  ["server/discover", { type: "DiscoverRequest", era: "modern" }],
  ["tools/list", { type: "ListToolsRequest" }],
  ["tools/call", { type: "CallToolRequest" }],
  ["resources/list", { type: "ListResourcesRequest" }],
  ["resources/templates/list", { type: "ListResourceTemplatesRequest" }],
  ["resources/read", { type: "ReadResourceRequest" }],
  ["prompts/list", { type: "ListPromptsRequest" }],
  ["prompts/get", { type: "GetPromptRequest" }],
  ["completion/complete", { type: "CompleteRequest" }],
]);

const uriCharactersMax = 2048;
const promptArgumentCharactersMax = 1000;

export function getEra(versionHeader: string | undefined, body: JsonObject): Era {
  const meta = getObject(getObject(body, "params"), "_meta");
  const isModern = versionHeader === modernVersion || (meta && Object.hasOwn(meta, PROTOCOL_VERSION_META_KEY));
  return isModern ? "modern" : "legacy";
}

export function isMethod(method: string, era: Era): boolean {
  const known = methods.get(method);
  return known !== undefined && (known.era === undefined || known.era === era);
}

/** Whether the SDK can read these params, for any method. */
export function isReadableParams(params: unknown): boolean {
  if (params === undefined) return true;
  return isObject(params) && (params["_meta"] === undefined || isSpecType.RequestMeta(params["_meta"]));
}

/**
 * Describes the problem of the params of a method. The SDK would reply with an internal error and the raw output of its validator. The params that
 * all calls need are checked here by hand, because the hot path has to stay fast; see `findSpecProblem`.
 */
export function findParamsProblem(method: string, params: unknown): string | undefined {
  if (params !== undefined && !isObject(params)) return `${method}: params must be an object.`;
  switch (method) {
    case "tools/call":
      if (getText(params, "name") === undefined) return "tools/call: params.name must be the name of a tool.";
      return findArgumentsProblem(method, params);
    case "prompts/get":
      if (getText(params, "name") === undefined) return "prompts/get: params.name must be the name of a prompt.";
      return findArgumentsProblem(method, params) ?? findPromptArgumentsProblem(params);
    case "resources/read":
      return findUriProblem(getText(params, "uri"));
    case "completion/complete":
      return findCompletionProblem(params);
    default:
      return undefined;
  }
}

/** Compares a request with the type that the protocol gives it, for everything that `findParamsProblem` does not check. */
export function findSpecProblem(method: string, params: unknown): string | undefined {
  const known = methods.get(method);
  if (!known) return undefined;
  const result = specTypeSchemas[known.type]["~standard"].validate({ method, ...(params !== undefined && { params }) });
  // The type says Promise as well; these schemas answer at once.
  if (result instanceof Promise || !result.issues) return undefined;
  const problems = new ProblemList();
  for (const { path = [], message } of result.issues) {
    const names = path.map((step) => String(typeof step === "object" ? step.key : step));
    problems.add(`${method}: ${names.join(".")}`, describeIssue(message));
  }
  return problems.describe();
}

/** Removes optional params that are `null`: agents send `null` for an absent value. */
export function removeNullParams(body: JsonObject): JsonObject {
  const params = getObject(body, "params");
  if (!params || (params["arguments"] !== null && params["_meta"] !== null)) return body;
  const given = Object.entries(params).filter(([, value]) => value !== null);
  return { ...body, params: Object.fromEntries(given) };
}

function describeIssue(message: string): string {
  const [, expected, received] = /expected (\w+), received (\w+)/.exec(message) ?? [];
  if (expected === undefined) return "is not what the protocol allows here";
  return received === "undefined" ? `is required (${expected})` : `must be of type ${expected}, not ${received}`;
}

function findArgumentsProblem(method: string, params: JsonObject | undefined): string | undefined {
  const given = params?.["arguments"];
  return given === undefined || isObject(given) ? undefined : `${method}: params.arguments must be an object.`;
}

function findUriProblem(uri: string | undefined): string | undefined {
  if (uri === undefined) return "resources/read: params.uri must be the uri of a resource.";
  if (uri.length <= uriCharactersMax) return undefined;
  return `resources/read: params.uri must be at most ${uriCharactersMax} characters; resources/list names all of them.`;
}

function findPromptArgumentsProblem(params: JsonObject | undefined): string | undefined {
  for (const [name, value] of Object.entries(getObject(params, "arguments") ?? {})) {
    if (typeof value !== "string") return `prompts/get: the argument ${shorten(name, 80)} must be text.`;
    if (value.length > promptArgumentCharactersMax) {
      return `prompts/get: the argument ${shorten(name, 80)} must be at most ${promptArgumentCharactersMax} characters.`;
    }
  }
  return undefined;
}

function findCompletionProblem(params: JsonObject | undefined): string | undefined {
  const ref = getObject(params, "ref");
  const argument = getObject(params, "argument");
  const isPrompt = getText(ref, "type") === "ref/prompt" && getText(ref, "name") !== undefined;
  const isResource = getText(ref, "type") === "ref/resource" && getText(ref, "uri") !== undefined;
  if (!isPrompt && !isResource) {
    return 'completion/complete: params.ref must be {"type": "ref/prompt", "name": …} or {"type": "ref/resource", "uri": …}.';
  }
  if (getText(argument, "name") !== undefined && getText(argument, "value") !== undefined) return undefined;
  return "completion/complete: params.argument must have a name and a value, both text.";
}
