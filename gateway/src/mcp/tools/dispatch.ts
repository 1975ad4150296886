import type { JsonObject } from "@bufbuild/protobuf";
import type { Call } from "@tenant-ops/kit/call";
import { Refusal } from "@tenant-ops/kit/errors";
import { describeMaterial, type JsonBytes, type RpcClients, type RpcJsonReply, toJsonBytes } from "@tenant-ops/kit/rpc";
import { readMeasured } from "../../agent-calls/measured-previews.js";
import type { Approvals, Preview } from "../../approvals/approvals.js";
import type { Tenant } from "../../tenant/tenant.js";
import { parseArguments } from "./arguments.js";
import { type CatalogTool, findWriteTool } from "./catalog.js";
import { answerHeld, describeApproval, describeHeldStep, type WaitingApproval } from "../proposals/held-proposals.js";
import { createForgottenRefusal, createUsedRefusal } from "../proposals/proposal-refusals.js";
import type { LookUp, ProposalTokens, Redemption } from "../proposals/proposal-tokens.js";

export interface ToolAnswer {
  /** An object, as compact JSON: plain for `structuredContent`, escaped for the text of `content`. */
  json: JsonBytes;
  /** True for the stored answer of an earlier call of the same write. */
  replayed: boolean;
  /** Set while people have not decided: nothing was written yet. */
  waitsFor?: WaitingApproval;
  /** Of a preview: the number that rules of approvals compare. */
  measured?: number | undefined;
}

/** What calls of tools need of this process. */
export interface DispatchServices {
  clients: RpcClients;
  proposalTokens: ProposalTokens;
  approvals: Approvals;
  /** Where people sign in. */
  appUrl: string;
}

/** A tool call, from JSON-RPC or from a direct call. */
export interface ToolCall {
  tool: CatalogTool;
  args: unknown;
  tenant: Tenant;
  /** The idempotency key of the caller. The id of a proposal replaces it. */
  idempotencyKey?: string | undefined;
  /** What the client calls itself. */
  client: string;
  /** Creates the call for the service from the permission to write. */
  toCall(permission: WritePermission): Call;
}

/** How a call may write: at most once under a key, or not any more. */
export type WritePermission = Pick<Call, "idempotencyKey" | "storedReplyOnly" | "material">;

/**
 * Turns JSON arguments into a gRPC call of the tool's service. It contains nothing about single areas: it works by the descriptor of the rpc.
 * @throws Refusal for wrong arguments or a wrong proposal, and the refusals of the service
 */
export async function dispatch(services: DispatchServices, toolCall: ToolCall): Promise<ToolAnswer> {
  const { clients, proposalTokens } = services;
  const { tool, tenant } = toolCall;
  const { message, proposalToken } = parseArguments(tool, toolCall.args);
  // An empty token counts as absent: agents fill in every parameter that they see.
  const redemption = proposalToken ? proposalTokens.redeem(proposalToken, tool, message, tenant) : undefined;
  if (redemption?.isHeld) return answerWaiting(services, toolCall, redemption.id);
  const permission = redemption ? toPermission(redemption) : await resolveIdempotencyKey(services, toolCall);
  if (redemption?.uses !== undefined)
    await services.approvals.useAllowance({ tool, measured: redemption.uses, id: redemption.id }, toolCall.toCall({}));
  const reply = await clients
    .unaryJson(tool.method, message, toolCall.toCall(permission))
    .catch((error: unknown) => Promise.reject(toLookUpRefusal(error, redemption?.lookUp)));
  const writer = findWriteTool(tool);
  if (!writer) return reply;
  const material = describeMaterial(tool.method.output, () => parseAnswer(reply));
  const measured = readMeasured(writer, message, reply.json.plain);
  const fields = await describeProposal(services, toolCall, { writer, message, material, measured, reply });
  return { json: appendFields(reply.json, fields), replayed: reply.replayed, measured };
}

interface ProposedWrite extends Pick<Preview, "writer" | "message" | "material"> {
  measured: number | undefined;
  reply: RpcJsonReply;
}

/** The fields that a preview gets: its token, and what waits when people have to decide about it. */
async function describeProposal(
  { approvals, proposalTokens, appUrl }: DispatchServices,
  toolCall: ToolCall,
  { writer, message, material, measured, reply }: ProposedWrite,
) {
  const { tenant, client } = toolCall;
  if (tenant.approvalPolicy === 0) return proposalTokens.issue(writer, message, tenant, { material });
  const preview = { writer, message, material, client, answer: reply.json.plain.toString() };
  const { proposal: held, usesAllowance } = await approvals.hold(tenant, preview, toolCall.toCall({}));
  if (!held) {
    const uses = usesAllowance ? measured : undefined;
    return proposalTokens.issue(writer, message, tenant, { material, uses });
  }
  const { proposalId: id, expiresAt } = held;
  const approval = describeApproval(appUrl, tenant.businessId, held);
  return {
    proposal_token: proposalTokens.issueHeld(writer, message, tenant, { id, expiresAt }),
    expires_at: expiresAt,
    approval,
    next_step: describeHeldStep(writer, approval.url),
  };
}

/** @throws Refusal proposal_invalid when it is not known any more, and what people have decided against */
async function answerWaiting(
  { approvals, appUrl }: DispatchServices,
  toolCall: ToolCall,
  proposalId: string,
): Promise<ToolAnswer> {
  const { tool, tenant } = toolCall;
  const held = await approvals.find(proposalId, toolCall.toCall({}));
  if (!held) throw createForgottenRefusal(tool);
  return answerHeld(tool, describeApproval(appUrl, tenant.businessId, held), held);
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
async function resolveIdempotencyKey(
  { approvals }: DispatchServices,
  { tool, tenant, idempotencyKey }: ToolCall,
): Promise<WritePermission> {
  if (!tool.isWrite) return {};
  if (tenant.requireProposal || (await approvals.concerns(tenant, tool))) {
    throw new Refusal(
      "confirmation_required",
      `This business accepts ${tool.name} only with the proposal_token of its preview: call ${tool.preview} with the same arguments, show the preview to the user, and pass the proposal_token of its answer.`,
    );
  }
  return idempotencyKey === undefined ? {} : { idempotencyKey: `key:${idempotencyKey}` };
}
