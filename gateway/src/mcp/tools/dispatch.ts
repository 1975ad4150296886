import { type DescMessage, type JsonObject, type MessageShape, toJson } from "@bufbuild/protobuf";
import type { Call } from "@tenant-ops/kit/call";
import { invalid, Refusal } from "@tenant-ops/kit/errors";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import type { Tenant } from "../../tenant/tenant.js";
import { parseArguments } from "./arguments.js";
import { type CatalogTool, findWriteTool } from "./catalog.js";
import { isObject } from "../json.js";
import type { ProposalTokens } from "../proposals/proposal-tokens.js";

export interface ToolAnswer {
  value: JsonObject;
  /** The same as compact JSON, written once for every place it goes to. */
  text: string;
  /** The stored answer of an earlier arrival of the same write. */
  replayed: boolean;
}

/** One use of a tool, whichever door it came through. */
export interface ToolCall {
  tool: CatalogTool;
  args: unknown;
  tenant: Tenant;
  /** The caller's own key against doing a write twice; a proposal's id takes its place. */
  idempotencyKey?: string | undefined;
  /** Makes the call for the services when everything about it is known. */
  toCall(idempotencyKey: string | undefined): Call;
}

const printable = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/**
 * The one place where JSON becomes a typed call. Knows no vertical: everything it needs is in the descriptor.
 * @throws Refusal what is wrong with the arguments or the proposal, and whatever the service refuses
 */
export async function dispatch(clients: RpcClients, proposals: ProposalTokens, use: ToolCall): Promise<ToolAnswer> {
  const { tool, tenant } = use;
  const { message, proposalToken } = parseArguments(tool, use.args);
  const key = tool.isWrite ? resolveIdempotencyKey(proposals, use, message, proposalToken) : undefined;
  const reply = await clients.unary(tool.method, message, use.toCall(key));
  const value = toJsonAnswer(tool.method.output, reply.message);
  const writer = findWriteTool(tool);
  if (writer) Object.assign(value, proposals.issue(writer, message, tenant));
  return { value, text: JSON.stringify(value), replayed: reply.replayed };
}

/** What makes a repeat of this write harmless, if the caller gave anything that does. */
function resolveIdempotencyKey(
  proposals: ProposalTokens,
  { tool, tenant, idempotencyKey }: ToolCall,
  message: MessageShape<DescMessage>,
  proposalToken: string | undefined,
): string | undefined {
  // An empty token is an absent one: agents fill in every parameter they see.
  if (proposalToken) return `proposal:${proposals.redeem(proposalToken, tool, message, tenant)}`;
  if (tenant.requireProposal) {
    throw new Refusal(
      "confirmation_required",
      `This business accepts ${tool.name} only with the proposal_token of its preview: call ${tool.preview} with the same arguments, show the preview to the user, and pass the proposal_token of its answer.`,
    );
  }
  if (idempotencyKey === undefined) return undefined;
  if (!printable.test(idempotencyKey)) throw invalid("Idempotency-Key", "expected 1 to 255 printable ASCII characters");
  return `key:${idempotencyKey}`;
}

function toJsonAnswer(schema: DescMessage, message: MessageShape<DescMessage>): JsonObject {
  // Without this option an empty list would be missing instead of empty.
  const value = toJson(schema, message, { alwaysEmitImplicit: true });
  if (isObject(value)) return value;
  throw new Error(`${schema.typeName} is not an object in JSON`);
}
