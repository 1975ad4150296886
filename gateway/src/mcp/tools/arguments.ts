import { type DescMessage, fromJson, type JsonObject, type MessageShape } from "@bufbuild/protobuf";
import { isFieldError } from "@bufbuild/protobuf/reflect";
import { invalid, ProblemList } from "@tenant-ops/kit/errors";
import { fillDefaults, findViolations, getDefaultLimits, seal } from "@tenant-ops/kit/rpc";
import { isObject } from "../json.js";
import { type FieldPlan, createArgumentsPlan, type MessagePlan } from "./argument-plans.js";
import { collectObjectProblems, describeValue } from "./argument-problems.js";
import type { CatalogTool } from "./catalog.js";

export interface ParsedArguments {
  /** Sealed: in one process it is handed over to the service as it is. */
  message: MessageShape<DescMessage>;
  proposalToken?: string;
}

/** The token is an argument for the gateway: the published schema of a tool that writes has it, the message of the rpc does not. */
const proposalTokenPlan: FieldPlan = {
  name: "proposal_token",
  kind: "text",
  isList: false,
  isRequired: false,
  description: "",
  limits: getDefaultLimits(),
};

/**
 * Turns the arguments of a tool call into the message of its rpc. `null` means absent.
 * @throws Refusal invalid_argument that names every wrong argument, up to 20, and what was expected
 */
export function parseArguments(tool: CatalogTool, given: unknown): ParsedArguments {
  const args = given ?? {};
  if (!isObject(args)) throw invalid("arguments", `expected an object, got ${describeValue(args)}.`);
  const problems = new ProblemList();
  const { proposal_token: token, ...own } = collectObjectProblems(getPlan(tool), args, "", problems);
  if (problems.isFull) problems.throwIfAny();

  // Other problems are searched in the remaining values, so that the caller gets all problems at once.
  const message = decodeMessage(tool, own);
  // Preview and write must get equal messages, whether the caller left a default out or wrote it.
  if (tool.isWrite || tool.writer) fillDefaults(tool.method.input, message);
  if (problems.isEmpty) seal(tool.method.input, message);
  else findViolations(tool.method.input, message, problems);
  problems.throwIfAny();
  return { message, ...(typeof token === "string" && { proposalToken: token }) };
}

const plans = new WeakMap<CatalogTool, MessagePlan>();

function getPlan(tool: CatalogTool): MessagePlan {
  const known = plans.get(tool);
  if (known) return known;
  const own = createArgumentsPlan(tool.method.input);
  const plan = tool.isWrite ? new Map([...own, [proposalTokenPlan.name, proposalTokenPlan]]) : own;
  plans.set(tool, plan);
  return plan;
}

function decodeMessage(tool: CatalogTool, args: JsonObject): MessageShape<DescMessage> {
  try {
    return fromJson(tool.method.input, args);
  } catch (error) {
    // The value has the right type and protobuf refuses it. The text of the error is about protobuf, so it is not shown.
    const field = error instanceof Error && isFieldError(error.cause) ? error.cause.field().name : "arguments";
    throw invalid(field, "this value cannot be used here.");
  }
}
