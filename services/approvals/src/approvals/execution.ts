import { fromJson, type JsonObject } from "@bufbuild/protobuf";
import { type Call, createSystemCall, hasScope } from "@tenant-ops/kit/call";
import { InFlightCounter } from "@tenant-ops/kit/concurrency";
import { startLeasedPeriodicTask } from "@tenant-ops/kit/data";
import { Refusal, toRefusal } from "@tenant-ops/kit/errors";
import type { ServiceContext } from "@tenant-ops/kit/process";
import { describeMaterial } from "@tenant-ops/kit/rpc";
import { type CatalogTool, tools } from "@tenant-ops/proto";
import { ApprovalExecutedSchema, ApprovalExpiredSchema } from "@tenant-ops/proto/approvals";
import type { ApprovalsConfig } from "../config.js";
import { findWriter } from "../policies/policies.rules.js";
import {
  type Approval,
  ended,
  type Outcome,
  planOutcome,
  readMeasure,
  toFailedOutcome,
  toShown,
} from "./approvals.rules.js";
import { publishRequested } from "./publish-requested.js";
import {
  changeApproval,
  claimAttempt,
  findApproval,
  findDue,
  findLapsed,
  type OwnedApproval,
} from "./approvals.store.js";
import { findAsking } from "./ask-services.js";

/** How long one attempt may take; meanwhile no other process tries. */
const attemptMs = 15_000;
const callMs = 10_000;
const everyMs = 1000;
/** How many are carried out at once. A service that does not answer holds each of its own up, so that others wait for the end of a few. */
const atOnce = 20;
const lapsedPerRound = 50;

/** Carries out what people have approved. */
export interface Execution {
  /** Begins now; when this process is killed, another one does it. */
  start(businessId: string, approvalId: string): void;
  /** Looks for what is due, in one process at a time. @returns how to stop, which waits for what is running */
  begin(): () => Promise<void>;
}

type Context = Pick<ServiceContext<ApprovalsConfig>, "db" | "clients" | "logger">;

export function createExecution(context: Context): Execution {
  const { db, logger } = context;
  const running = new InFlightCounter();
  const run = (businessId: string, approvalId: string) =>
    running
      .run(() => attempt(context, businessId, approvalId))
      .catch((error: unknown) =>
        logger.warn({ err: error, businessId, approvalId }, "approval not carried out, tried again later"),
      );

  async function carryOutDue(closed: string[]): Promise<void> {
    const due = await findDue(db, new Date(), closed, atOnce);
    await Promise.all(due.map(({ businessId, _id }) => run(businessId, _id)));
  }

  async function expireLapsed(closed: string[]): Promise<void> {
    for (const lapsed of await findLapsed(db, new Date(), closed, lapsedPerRound))
      await expire(context, lapsed).catch((error: unknown) => {
        const { businessId, _id: approvalId } = lapsed;
        logger.warn({ err: error, businessId, approvalId }, "approval not ended as expired, tried again later");
      });
  }

  /** Requests of closed businesses are left alone; they go on when the business is opened again. */
  async function runDue(): Promise<void> {
    const closed = db.closedBusinesses.list();
    await Promise.all([carryOutDue(closed), expireLapsed(closed)]);
  }
  return {
    start: (businessId, approvalId) => void run(businessId, approvalId),
    begin() {
      const stopTask = startLeasedPeriodicTask({ database: db, logger }, { name: "approvals", everyMs, run: runDue });
      return async () => {
        await stopTask();
        await running.waitUntilIdle(attemptMs);
      };
    },
  };
}

/** One attempt. Two at once are harmless: the write has the id of the proposal as idempotency key. */
async function attempt(context: Context, businessId: string, approvalId: string): Promise<void> {
  const claimed = await context.db.transaction(createSystemCall(businessId, "claim approval"), (scope) =>
    claimAttempt(scope, approvalId, new Date(scope.now.getTime() + attemptMs)),
  );
  if (!claimed) return;
  const approval = { ...claimed, businessId };
  await settle(context, approval, await carryOut(context, approval));
}

/** Stores how an attempt has ended, unless another process has stored it before. */
async function settle({ db }: Context, approval: OwnedApproval, outcome: Outcome): Promise<void> {
  const { businessId, _id: approvalId, tool } = approval;
  await db.transaction(createSystemCall(businessId, "settle approval"), async (scope) => {
    const found = await findApproval(scope, approvalId);
    if (found?.status !== "approved") return {};
    const change = planOutcome(found, outcome, approval.attempts - 1, scope.now);
    if (!(await changeApproval(scope, found, change))) return {};
    if (change.status === "pending" && found.expiresAt > scope.now)
      await publishRequested(scope, { ...found, ...change });
    if (change.status === "executed" || change.status === "failed") {
      const code = change.refusal ? { code: change.refusal.code } : {};
      await scope.publish(ApprovalExecutedSchema, { approvalId, tool, outcome: change.status, ...code });
    }
    return {};
  });
}

async function expire({ db }: Context, { businessId, _id: approvalId, tool }: OwnedApproval): Promise<void> {
  await db.transaction(createSystemCall(businessId, "expire approval"), async (scope) => {
    const found = await findApproval(scope, approvalId);
    if (found?.status !== "pending" || found.expiresAt > scope.now) return {};
    if (await changeApproval(scope, found, ended("expired", scope.now)))
      await scope.publish(ApprovalExpiredSchema, { approvalId, tool });
    return {};
  });
}

async function carryOut(context: Context, approval: OwnedApproval): Promise<Outcome> {
  const tool = findWriter(approval.tool);
  if (!tool) return toFailedOutcome(new Refusal("unknown_tool", `There is no tool ${approval.tool} any more.`));
  try {
    const { scopes } = await findAsking(context.clients, approval.businessId, approval.askedBy.id);
    if (!hasScope({ scopes }, `${tool.area}:write`)) return await closeWithoutAccess(context, tool, approval);
    const call = createToolCall(approval, scopes);
    return await write(context, tool, approval, call).catch((error: unknown) =>
      toRefusal(error).code === "preview_changed"
        ? previewAgain(context, tool, approval, call)
        : Promise.reject(error as Error),
    );
  } catch (error) {
    const outcome = toFailedOutcome(error);
    if (outcome.kind === "unanswered")
      context.logger.warn({ err: error, approvalId: approval._id }, "approval not carried out, tried again later");
    return outcome;
  }
}

/**
 * The key or connection may not write any more. An earlier attempt may have written without an answer: then this is done. Otherwise its service
 * stores that the proposal has ended, so that an attempt that is still under way writes nothing.
 */
async function closeWithoutAccess(context: Context, tool: CatalogTool, approval: OwnedApproval): Promise<Outcome> {
  const call = createToolCall(approval, [`${tool.area}:write`]);
  try {
    return await write(context, tool, approval, { ...call, storedReplyOnly: "proposal_expired" });
  } catch (error) {
    if (toRefusal(error).code !== "proposal_expired") throw error;
    const detail = `The key or connection that asked for this has no access to ${tool.name} any more. Nothing was written.`;
    return toFailedOutcome(new Refusal("forbidden", detail));
  }
}

/** The call of the key or connection that has asked, with the scopes that it has now. */
function createToolCall(
  { businessId, place, askedBy, requestId, material, proposalId }: OwnedApproval,
  scopes: string[],
): Call {
  return createSystemCall(businessId, "carry out approval", {
    ...{ ...place, keyId: askedBy.id, scopes, requestId },
    deadline: Date.now() + callMs,
    idempotencyKey: `proposal:${proposalId}`,
    ...(material !== "" && { material }),
  });
}

async function write({ clients }: Context, tool: CatalogTool, approval: Approval, call: Call): Promise<Outcome> {
  const { json } = await clients.unaryJson(tool.method, toMessage(tool, approval), call);
  return { kind: "done", answer: JSON.parse(json.plain.toString()) as JsonObject };
}

/** Shows people what the write would replace now. */
async function previewAgain({ clients }: Context, tool: CatalogTool, approval: Approval, call: Call): Promise<Outcome> {
  const preview = tools.find(({ writer }) => writer === tool.name);
  if (!preview) throw new Error(`${tool.name} has no preview`);
  const { idempotencyKey: _, material: __, ...reading } = call;
  const { json } = await clients.unaryJson(preview.method, toMessage(tool, approval), reading);
  const answer = JSON.parse(json.plain.toString()) as JsonObject;
  const shown = toShown(answer);
  const material = describeMaterial(preview.method.output, () => answer) ?? "";
  return { kind: "changed", shown, material, measured: readMeasure(tool, shown.preview, approval.arguments) };
}

const toMessage = (tool: CatalogTool, { arguments: given }: Approval) => fromJson(tool.method.input, given);
