import {
  type DescFile,
  type DescMethod,
  type DescMethodUnary,
  type DescService,
  getOption,
  hasOption,
} from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as Idempotency } from "@bufbuild/protobuf/wkt";
import {
  material,
  measure,
  measures_nothing,
  replaces_nothing,
  tool as toolOption,
} from "../gen/tenantops/tool/v1/tool_pb.js";
import type { Annotations, JsonSchema, ObjectSchema, ToolPage } from "../src/catalog.js";
import { toolsets, type Area } from "../src/areas.js";
import { checkSample } from "./samples.js";
import { createInputSchema, createOutputSchema } from "./schema.js";
import { contractError, inAreas, optionError, readDescription } from "./source.js";

type UnaryMethod = DescMethod & DescMethodUnary;

export interface Tool {
  page: ToolPage;
  method: UnaryMethod;
}

/** All tools: areas in the specification's order, and inside an area in the order of the rpcs. */
export function collectTools(files: readonly DescFile[]): Tool[] {
  const services = inAreas(files).flatMap(({ area, file }) => file.services.map((service) => ({ area, service })));
  const tools = services.flatMap(({ area, service }) => createTools(area, service));
  for (const tool of tools) if (tool.page.isWrite) connectPreview(tool, tools);
  for (const { method } of tools) checkSample(method.input, tools);
  return tools;
}

function createTools(area: Area, service: DescService): Tool[] {
  return service.methods
    .filter((method) => hasOption(method, toolOption))
    .map((method) => {
      if (!isUnary(method))
        throw contractError(method, `${method.name} streams; a tool has one request and one answer.`);
      return { method, page: createPage(area, method) };
    });
}

const isUnary = (method: DescMethod): method is UnaryMethod => method.methodKind === "unary";

function createPage(area: Area, method: UnaryMethod): ToolPage {
  const option = getOption(method, toolOption);
  if (!option.name.startsWith(`${area}_`))
    throw optionError(method, toolOption, `The names of the tools of ${area} begin with ${area}_.`);
  const toolset = toolsets.find((name) => name === option.toolset);
  if (option.toolset && !toolset)
    throw optionError(method, toolOption, `${option.toolset} is no toolset; known are ${toolsets.join(", ")}.`);
  return {
    name: option.name,
    title: toTitle(method.name),
    description: readDescription(method),
    area,
    ...(toolset && { toolset }),
    service: method.parent.typeName,
    rpc: method.name,
    isWrite: method.idempotency !== Idempotency.NO_SIDE_EFFECTS,
    irreversible: option.irreversible,
    ...(option.preview && { preview: option.preview }),
    annotations: createAnnotations(method.idempotency, option.irreversible),
    inputSchema: createInputSchema(method.input),
    outputSchema: createOutputSchema(method.output),
  };
}

/** ListServiceCenters → List service centers */
function toTitle(rpc: string): string {
  return rpc.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** An idempotent write overwrites stored values; any other write adds something. */
function createAnnotations(idempotency: Idempotency, irreversible: boolean): Annotations {
  const overwrites = idempotency === Idempotency.IDEMPOTENT;
  return {
    readOnlyHint: idempotency === Idempotency.NO_SIDE_EFFECTS,
    destructiveHint: overwrites || irreversible,
    idempotentHint: overwrites || idempotency === Idempotency.NO_SIDE_EFFECTS,
    openWorldHint: false,
  };
}

/** Connects a tool that writes with its preview. The gateway adds the proposal fields, so no message declares them. */
function connectPreview(writer: Tool, tools: Tool[]): void {
  const { page, method } = writer;
  const proposer = tools.find((one) => one.page.name === page.preview);
  if (!proposer || proposer.page.isWrite)
    throw optionError(method, toolOption, `${page.name} writes; it must name the tool that previews it.`);
  if (proposer.page.writer)
    throw optionError(
      method,
      toolOption,
      `${proposer.page.name} previews both ${proposer.page.writer} and ${page.name}.`,
    );
  if (proposer.page.toolset !== page.toolset)
    throw optionError(method, toolOption, `${page.name} and ${proposer.page.name} must be in the same toolset.`);
  if (proposer.method.input !== method.input)
    throw contractError(method, `${page.name} and ${proposer.page.name} must take the same message.`);

  const measured = findMeasure(proposer);
  if (measured) page.measure = measured;
  proposer.page.writer = page.name;
  shortenPreview(proposer);
  addProperties(proposer, proposer.page.outputSchema, {
    proposal_token: { type: "string" },
    expires_at: { type: "string", format: "date-time" },
    next_step: { type: "string" },
  });
  addProperties(writer, page.inputSchema, {
    proposal_token: { type: "string", description: "From the propose tool: writes exactly what it previewed, once." },
  });
}

/**
 * The number that rules of approvals compare. What a preview replaces and measures is declared, or declared to be nothing: else a tool would be
 * approved by a number that it does not have, or replace what nobody has seen.
 */
function findMeasure({ page, method }: Tool): ToolPage["measure"] {
  const preview = method.output.fields.find(({ name }) => name === "preview")?.message;
  if (!preview) throw contractError(method.output, `${page.name} must answer preview, checks and warnings.`);
  const hasMaterial = preview.fields.some((field) => getOption(field, material));
  if (hasMaterial === getOption(preview, replaces_nothing))
    throw contractError(preview, `${preview.name} marks a field as material, or has the option replaces_nothing.`);
  const found = [
    ...preview.fields.map((field) => ({ field, in: "preview" as const })),
    ...method.input.fields.map((field) => ({ field, in: "arguments" as const })),
  ].find(({ field }) => hasOption(field, measure));
  if ((found !== undefined) === getOption(preview, measures_nothing))
    throw contractError(preview, `${preview.name} marks a number as measure, or has the option measures_nothing.`);
  return found && { in: found.in, field: found.field.jsonName, unit: getOption(found.field, measure) };
}

/** A preview repeats the arguments that the agent has just sent, so its schema does not describe them again. */
function shortenPreview({ method, page }: Tool): void {
  const { properties } = page.outputSchema;
  const { preview, checks, warnings } = properties;
  if (!preview || !checks || !warnings)
    throw contractError(method.output, `${page.name} must answer preview, checks and warnings.`);
  delete preview.properties;
  properties.checks = { type: "array", items: { type: "object" } };
}

function addProperties({ method }: Tool, schema: ObjectSchema, properties: Record<string, JsonSchema>): void {
  for (const [name, property] of Object.entries(properties)) {
    if (schema.properties[name])
      throw contractError(method, `The gateway adds ${name}; the messages of ${method.name} must not declare it.`);
    schema.properties[name] = property;
  }
}
