import type { JsonObject } from "@bufbuild/protobuf";
import { getObject, getText, isObject } from "../json.js";

/** Describes what is wrong with the params of a method. The SDK would reply with the raw output of its validator. */
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
      return getText(params, "uri") === undefined
        ? "resources/read: params.uri must be the uri of a resource."
        : undefined;
    case "completion/complete":
      return findCompletionProblem(params);
    default:
      return undefined;
  }
}

/** Removes optional params that are `null`: agents send `null` for an absent value. */
export function removeNullParams(body: JsonObject): JsonObject {
  const params = getObject(body, "params");
  if (!params || (params["arguments"] !== null && params["_meta"] !== null)) return body;
  const given = Object.entries(params).filter(([, value]) => value !== null);
  return { ...body, params: Object.fromEntries(given) };
}

function findArgumentsProblem(method: string, params: JsonObject | undefined): string | undefined {
  const given = params?.["arguments"];
  return given === undefined || isObject(given) ? undefined : `${method}: params.arguments must be an object.`;
}

function findPromptArgumentsProblem(params: JsonObject | undefined): string | undefined {
  const wrong = Object.entries(getObject(params, "arguments") ?? {}).find(([, value]) => typeof value !== "string");
  return wrong ? `prompts/get: the argument ${wrong[0]} must be text.` : undefined;
}

function findCompletionProblem(params: JsonObject | undefined): string | undefined {
  const ref = getObject(params, "ref");
  const argument = getObject(params, "argument");
  const isRef = getText(ref, "name") !== undefined || getText(ref, "uri") !== undefined;
  if (isRef && getText(argument, "name") !== undefined && getText(argument, "value") !== undefined) return undefined;
  return "completion/complete: params.ref must name a prompt, and params.argument must have a name and a value.";
}
