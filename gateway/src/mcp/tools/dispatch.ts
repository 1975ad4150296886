import type { JsonObject } from "@bufbuild/protobuf";
import type { Call } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import { describeMaterial, type JsonBytes, type RpcClients, toJsonBytes } from "@tenant-ops/kit/rpc";
import type { Tenant } from "../../tenant/tenant.js";
import { parseArguments } from "./arguments.js";
import { type CatalogTool, findWriteTool } from "./catalog.js";
import { createUsedRefusal } from "../proposals/proposal-refusals.js";
import type { LookUp, ProposalTokens, Redemption } from "../proposals/proposal-tokens.js";

export interface ToolAnswer {
  /** An object, as compact JSON: plain for `structuredContent`, escaped for the text of `content`. */
  json: JsonBytes;
  /** True for the stored answer of an earlier call of the same write. */
  replayed: boolean;
}

/** A tool call, from JSON-RPC or from a direct call. */
export interface ToolCall {
  tool: CatalogTool;
  args: unknown;
  tenant: Tenant;
  /** The idempotency key of the caller. The id of a proposal replaces it. */
  idempotencyKey?: string | undefined;
  /** Creates the call for the service from the permission to write. */
  toCall(permission: WritePermission): Call;
}

/** How a call may write: at most once under a key, or not any more. */
export type WritePermission = Pick<Call, "idempotencyKey" | "storedReplyOnly" | "material">;

/**
 * Turns JSON arguments into a gRPC call of the tool's service. It contains nothing about single areas: it works by the descriptor of the rpc.
 * @throws Refusal for wrong arguments or a wrong proposal, and the refusals of the service
 */
export async function dispatch(
  clients: RpcClients,
  proposalTokens: ProposalTokens,
  toolCall: ToolCall,
): Promise<ToolAnswer> {
  const { tool, tenant } = toolCall;
  const { message, proposalToken } = parseArguments(tool, toolCall.args);
  // An empty token counts as absent: agents fill in every parameter that they see.
  const redemption = proposalToken ? proposalTokens.redeem(proposalToken, tool, message, tenant) : undefined;
  const permission = redemption ? toPermission(redemption) : resolveIdempotencyKey(toolCall);
  const reply = await clients
    .unaryJson(tool.method, message, toolCall.toCall(permission))
    .catch((error: unknown) => Promise.reject(toLookUpRefusal(error, redemption?.lookUp)));
  const writer = findWriteTool(tool);
  if (!writer) return reply;
  const material = describeMaterial(tool.method.output, () => parseAnswer(reply));
  return { ...reply, json: appendFields(reply.json, proposalTokens.issue(writer, message, tenant, material)) };
}

/** The answer as a value, for code that needs more than its text. */
export function parseAnswer({ json }: Pick<ToolAnswer, "json">): JsonObject {
  return JSON.parse(json.plain.toString()) as JsonObject;
}

/** Adds fields at the end of a JSON object. */
function appendFields({ plain }: JsonBytes, fields: object): JsonBytes {
  const text = plain.toString();
  const separator = text === "{}" ? "" : ",";
  return toJsonBytes(`${text.slice(0, -1)}${separator}${JSON.stringify(fields).slice(1)}`);
}

function toPermission({ id, lookUp, material }: Redemption): WritePermission {
  return {
    idempotencyKey: `proposal:${id}`,
    ...(lookUp && { storedReplyOnly: lookUp.storedReplyOnly }),
    ...(material !== undefined && { material }),
  };
}

/** The service refuses a look-up without knowing the proposal; the gateway's own refusal says what to do. */
function toLookUpRefusal(error: unknown, lookUp: LookUp | undefined): unknown {
  if (!lookUp || !(error instanceof Refusal)) return error;
  if (error.code === lookUp.storedReplyOnly) return lookUp.refusal;
  return error.code === "idempotency_conflict" ? createUsedRefusal() : error;
}

/** The idempotency key that the caller gave. */
function resolveIdempotencyKey({ tool, tenant, idempotencyKey }: ToolCall): WritePermission {
  if (!tool.isWrite) return {};
  if (tenant.requireProposal) {
    throw new Refusal(
      "confirmation_required",
      `This business accepts ${tool.name} only with the proposal_token of its preview: call ${tool.preview} with the same arguments, show the preview to the user, and pass the proposal_token of its answer.`,
    );
  }
  return idempotencyKey === undefined ? {} : { idempotencyKey: `key:${idempotencyKey}` };
}
