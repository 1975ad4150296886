import {
  type DescFile,
  type DescMethod,
  type DescMethodUnary,
  type DescService,
  getOption,
  hasOption,
} from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel as Effect } from "@bufbuild/protobuf/wkt";
import { tool as toolOption } from "../gen/tenantops/tool/v1/tool_pb.js";
import type { Annotations, JsonSchema, ObjectSchema, ToolPage } from "../src/catalog.js";
import { type Vertical, verticals } from "../src/verticals.js";
import { descriptionOf } from "./comments.js";
import { inputSchema, outputSchema } from "./schema.js";

type UnaryMethod = DescMethod & DescMethodUnary;

export interface Tool {
  page: ToolPage;
  method: UnaryMethod;
}

/** All tools: verticals in the specification's order, inside them in the order of the rpcs. */
export function toolsIn(files: readonly DescFile[]): Tool[] {
  const services = verticals.flatMap((vertical) =>
    files
      .filter((file) => file.proto.package === `tenantops.${vertical}.v1`)
      .flatMap((file) => file.services.map((service) => ({ vertical, service }))),
  );
  const tools = services.flatMap(({ vertical, service }) => toolsOf(vertical, service));
  tools.forEach((tool) => tool.page.isWrite && pair(tool, tools));
  return tools;
}

function toolsOf(vertical: Vertical, service: DescService): Tool[] {
  return service.methods
    .filter((method) => hasOption(method, toolOption))
    .map((method) => {
      if (!isUnary(method)) throw new Error(`${method.toString()}: a tool is one question and one answer.`);
      return { method, page: pageOf(vertical, method) };
    });
}

const isUnary = (method: DescMethod): method is UnaryMethod => method.methodKind === "unary";

function pageOf(vertical: Vertical, method: UnaryMethod): ToolPage {
  const option = getOption(method, toolOption);
  if (!option.name.startsWith(`${vertical}_`))
    throw new Error(`${method.toString()}: tools of ${vertical} begin with ${vertical}_.`);
  return {
    name: option.name,
    title: titleOf(method.name),
    description: descriptionOf(method),
    vertical,
    service: method.parent.typeName,
    rpc: method.name,
    isWrite: method.idempotency !== Effect.NO_SIDE_EFFECTS,
    irreversible: option.irreversible,
    formerly: option.formerly,
    ...(option.preview && { preview: option.preview }),
    annotations: annotationsOf(method.idempotency, option.irreversible),
    inputSchema: inputSchema(method.input),
    outputSchema: outputSchema(method.output),
  };
}

/** ListServiceCenters → List service centers */
function titleOf(rpc: string): string {
  return rpc.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** A write that may be repeated overwrites what was there; any other write adds. */
function annotationsOf(effect: Effect, irreversible: boolean): Annotations {
  const overwrites = effect === Effect.IDEMPOTENT;
  return {
    readOnlyHint: effect === Effect.NO_SIDE_EFFECTS,
    destructiveHint: overwrites || irreversible,
    idempotentHint: overwrites || effect === Effect.NO_SIDE_EFFECTS,
    openWorldHint: false,
  };
}

/** Connects a tool that writes with its preview. The proposal fields are the gateway's, so no message has them. */
function pair(writer: Tool, tools: Tool[]): void {
  const { page, method } = writer;
  const proposer = tools.find((one) => one.page.name === page.preview);
  if (!proposer || proposer.page.isWrite)
    throw new Error(`${page.name} writes; it must name the tool that previews it.`);
  if (proposer.page.writer)
    throw new Error(`${proposer.page.name} previews both ${proposer.page.writer} and ${page.name}.`);
  if (proposer.method.input !== method.input)
    throw new Error(`${page.name} and ${proposer.page.name} must take the same message.`);

  proposer.page.writer = page.name;
  shortenPreview(proposer.page);
  add(proposer.page.outputSchema, {
    proposal_token: { type: "string" },
    expires_at: { type: "string", format: "date-time" },
    next_step: { type: "string" },
  });
  add(page.inputSchema, {
    proposal_token: { type: "string", description: "From the propose tool: writes exactly what it previewed, once." },
  });
}

/** A preview repeats the arguments the agent has just written; spelling it out again would cost every agent on every list. */
function shortenPreview({ name, outputSchema: { properties } }: ToolPage): void {
  const { preview, checks, warnings } = properties;
  if (!preview || !checks || !warnings) throw new Error(`${name} must answer preview, checks and warnings.`);
  delete preview.properties;
  properties.checks = { type: "array", items: { type: "object" } };
}

function add(schema: ObjectSchema, properties: Record<string, JsonSchema>): void {
  for (const [name, property] of Object.entries(properties)) {
    if (schema.properties[name]) throw new Error(`${name} is the gateway's; a message must not declare it.`);
    schema.properties[name] = property;
  }
}
