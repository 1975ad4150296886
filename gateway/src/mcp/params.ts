import type { JsonObject } from "@bufbuild/protobuf";
import { isObject, objectAt, textAt } from "./json.js";

/** What is wrong with the params of a method, in a sentence. The SDK would answer with its validator's inner life. */
export function problemInParams(method: string, params: unknown): string | undefined {
  if (params !== undefined && !isObject(params)) return `${method}: params must be an object.`;
  switch (method) {
    case "tools/call":
      if (textAt(params, "name") === undefined) return "tools/call: params.name must be the name of a tool.";
      return argumentsProblem(method, params);
    case "prompts/get":
      if (textAt(params, "name") === undefined) return "prompts/get: params.name must be the name of a prompt.";
      return argumentsProblem(method, params) ?? promptArgumentsProblem(params);
    case "resources/read":
      return textAt(params, "uri") === undefined
        ? "resources/read: params.uri must be the uri of a resource."
        : undefined;
    case "completion/complete":
      return completionProblem(params);
    default:
      return undefined;
  }
}

/** `null` for something optional means that it is absent. */
export function withoutNulls(body: JsonObject): JsonObject {
  const params = objectAt(body, "params");
  if (!params || (params["arguments"] !== null && params["_meta"] !== null)) return body;
  const given = Object.entries(params).filter(([, value]) => value !== null);
  return { ...body, params: Object.fromEntries(given) };
}

function argumentsProblem(method: string, params: JsonObject | undefined): string | undefined {
  const given = params?.["arguments"];
  return given === undefined || isObject(given) ? undefined : `${method}: params.arguments must be an object.`;
}

function promptArgumentsProblem(params: JsonObject | undefined): string | undefined {
  const wrong = Object.entries(objectAt(params, "arguments") ?? {}).find(([, value]) => typeof value !== "string");
  return wrong ? `prompts/get: the argument ${wrong[0]} must be text.` : undefined;
}

function completionProblem(params: JsonObject | undefined): string | undefined {
  const ref = objectAt(params, "ref");
  const argument = objectAt(params, "argument");
  const isRef = textAt(ref, "name") !== undefined || textAt(ref, "uri") !== undefined;
  if (isRef && textAt(argument, "name") !== undefined && textAt(argument, "value") !== undefined) return undefined;
  return "completion/complete: params.ref must name a prompt, and params.argument must have a name and a value.";
}
