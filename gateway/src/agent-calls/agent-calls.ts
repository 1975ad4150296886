import { CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";
import { Refusal, toRefusal } from "@tenant-ops/kit/errors";
import type { Logger } from "@tenant-ops/kit/telemetry";
import type { FastifyRequest } from "fastify";
import type { Accounts } from "../accounts/accounts.js";
import { getObject, getText } from "../mcp/json.js";
import { getHeader } from "../request/headers.js";
import type { Tenant } from "../tenant/tenant.js";
import { type EndedCall, otherValue, toCallCounts, toClientName } from "./agent-calls.rules.js";
import { type PendingBatch, PendingCounts } from "./pending-counts.js";

const saveEveryMs = 5000;
const savedAtOnce = 8;
/** A process that stops begins no further transaction after this time. */
const stopMsMax = 5000;

/** Who called, by which request. */
export interface CallSource {
  tenant: Pick<Tenant, "businessId" | "keyId" | "credential">;
  request: Pick<FastifyRequest, "headers" | "body">;
}

/**
 * Counts the calls of tools for analytics. They are counted in memory and handed over to accounts every five seconds, per business: a call waits for
 * nothing. A process that is killed loses the calls of its last seconds.
 */
export interface AgentCalls {
  /** @param tool undefined for a name that no tool has */
  record(source: CallSource, tool: string | undefined, ended: EndedCall): void;
  /** Runs a check that comes before a call, and counts the call as refused when it throws. */
  check<Result>(source: CallSource, tool: string | undefined, work: () => Result): Result;
  /** For a sandbox that is being emptied: what was counted and is not stored is forgotten. */
  forget(businessId: string): void;
  /** Hands over what was counted until now. When accounts does not answer it stays in memory for the next time. */
  save(): Promise<void>;
  /** Hands it over for the last time. */
  stop(): Promise<void>;
}

/** For calls that no agent has made. */
export const uncounted: Pick<AgentCalls, "record"> = { record: () => undefined };

export function createAgentCalls(
  accounts: Pick<Accounts, "countCalls">,
  logger: Logger,
  now: () => number = Date.now,
): AgentCalls {
  const pending = new PendingCounts();
  let saving: Promise<void> | undefined;

  async function saveAll(until: number): Promise<void> {
    const lost = pending.takeLost();
    if (lost > 0) logger.warn({ lost }, "calls of tools not counted: too many businesses");
    const batches = pending.take();
    const saveNext = async (): Promise<void> => {
      for (let batch = batches.pop(); batch && performance.now() < until; batch = batches.pop()) await saveOne(batch);
    };
    await Promise.all(Array.from({ length: savedAtOnce }, saveNext));
  }

  async function saveOne(batch: PendingBatch): Promise<void> {
    try {
      await accounts.countCalls(batch);
      pending.remove(batch);
    } catch (error) {
      if (isObsolete(error)) pending.remove(batch);
      else logger.warn({ err: error }, "calls of tools not counted yet");
    }
  }

  /** One round at a time: two would store the same batches. */
  const save = (until = Infinity) => (saving ??= saveAll(until).finally(() => (saving = undefined)));
  const timer = setInterval(() => void save(), saveEveryMs).unref();

  function record({ tenant, request }: CallSource, tool: string | undefined, ended: EndedCall): void {
    const values = {
      tool: tool ?? otherValue,
      // A person is not named, not even by the id.
      key: tenant.credential === "session" ? "console" : tenant.keyId,
      client: readClient(request),
      error_code: ended.code,
    };
    pending.add(tenant.businessId, values, now(), toCallCounts(ended));
  }

  return {
    record,
    check(source, tool, work) {
      try {
        return work();
      } catch (error) {
        const { code } = toRefusal(error);
        record(source, tool, { code, isWrite: false, isRepeated: false, hasProposal: false });
        throw error;
      }
    },
    forget: (businessId) => pending.forget(businessId),
    save: () => save(),
    async stop() {
      clearInterval(timer);
      const until = performance.now() + stopMsMax;
      await saving;
      await save(until);
      // Of a business whose batch had failed before, the first round has stored only that batch.
      await save(until);
    },
  };
}

/** What the program that calls says it is; nobody has checked it. */
export const readClient = (request: CallSource["request"]): string =>
  toClientName(readClientName(request), getHeader(request, "user-agent"));

/** Of the body, because the SDK passes the parameters on without it. */
function readClientName({ body }: CallSource["request"]): string | undefined {
  const meta = getObject(getObject(body, "params") ?? body, "_meta");
  return getText(getObject(meta, CLIENT_INFO_META_KEY), "name");
}

/** Whether the records of the business are being deleted, so that nothing of what came before may be stored. */
const isObsolete = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === "business_closed" || error.code === "sandbox_busy");
