import { type CatalogTool, tools } from "@tenant-ops/proto";
import { getSample } from "@tenant-ops/proto/testing";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import type { JsonObject } from "./transports.js";

/** A tool for tests that call every tool. */
export interface TestedTool {
  name: string;
  /** Arguments that are enough, with placeholders such as `{stock_id}`. */
  arguments: JsonObject;
  /** The optional parameters with their defaults; undefined where "absent" has a meaning of its own. */
  defaults: JsonObject;
  /** What is wrong with an answer; empty when it is as promised. */
  findProblems: (answer: unknown) => string[];
}

interface TestedPair {
  propose: TestedTool;
  write: TestedTool;
}

/** The gateway and every list add them. */
const additions = new Set(["cursor", "proposal_token"]);
const ajv = addFormats.default(new Ajv({ allErrors: true }));

function toTested(tool: CatalogTool): TestedTool {
  const { name, inputSchema, outputSchema } = tool;
  const required = new Set(inputSchema.required);
  const optional = Object.entries(inputSchema.properties).filter(
    ([parameter]) => !required.has(parameter) && !additions.has(parameter),
  );
  const validate = ajv.compile(outputSchema);
  return {
    name,
    arguments: getSample(tool),
    defaults: Object.fromEntries(optional.map(([parameter, { default: value }]) => [parameter, value])),
    findProblems: (answer) =>
      validate(answer) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`),
  };
}

const inToolset = tools.filter(({ toolset }) => toolset === "operations");

/** The tools of the toolset `operations`. They are ours, so their pages in proto/gen/tools are what they promise. */
export const operationsTools = inToolset.map(toTested);

export const operationsReads = inToolset.filter(({ isWrite, writer }) => !isWrite && !writer).map(toTested);

export const operationsPairs: TestedPair[] = inToolset.flatMap((propose) => {
  const write = inToolset.find(({ name }) => name === propose.writer);
  return write ? [{ propose: toTested(propose), write: toTested(write) }] : [];
});
