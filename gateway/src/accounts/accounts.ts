import type { DescMessage, MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { type Call, createSystemCall, isSandboxId } from "@tenant-ops/kit/call";
import type { RpcClients, UnaryMethod } from "@tenant-ops/kit/rpc";
import { AccountsService, type Business, type Key, type ListChangesResponse } from "@tenant-ops/proto/accounts";
import type { PendingBatch } from "../agent-calls/pending-counts.js";

const timeoutMs = 5000;
const scopes = ["accounts:read", "accounts:write"];
/** Of calls that begin with a credential, before the business is known. */
const noBusiness = "";
/** A trace that is not sampled: look-ups belong to no call, because several share one. */
const untraced = "00-00000000000000000000000000000001-0000000000000001-00";

/** A business with its sandbox, if the caller works in it. */
export interface Account {
  business: Business;
  sandboxId?: string;
}

/** A key, also one that may not be used, with its business. */
export interface FoundKey extends Account {
  key: Key;
}

/** Asks the service accounts. Each call throws Refusal service_unavailable or deadline_exceeded when it does not answer. */
export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(clients: RpcClients) {
  const { method } = AccountsService;

  async function ask<Input extends DescMessage, Output extends DescMessage>(
    rpc: UnaryMethod<Input, Output>,
    businessId: string,
    request: MessageInitShape<Input>,
    given: Partial<Call> = {},
  ): Promise<MessageShape<Output>> {
    // The idempotency key lets the client repeat the call: every rpc that is called here may be repeated.
    const repeatable = { idempotencyKey: rpc.name, deadline: Date.now() + timeoutMs, traceparent: untraced };
    const call = createSystemCall(businessId, rpc.name, { scopes, ...repeatable, ...given });
    return (await clients.unary(rpc, request, call)).message;
  }

  async function findKey(key: { case: "hash" | "id"; value: string }): Promise<FoundKey | undefined> {
    const { key: found, business, sandboxId } = await ask(method.findKey, noBusiness, { key });
    return found && business && { key: found, business, ...(sandboxId !== "" && { sandboxId }) };
  }

  return {
    findKeyByHash: (hash: string) => findKey({ case: "hash", value: hash }),
    findKeyById: (keyId: string) => findKey({ case: "id", value: keyId }),

    /**
     * @param businessId also that of a sandbox @param needsSandbox of a caller who works in the sandbox of the business
     * @returns undefined also when the business is not active
     */
    async findActiveAccount(
      businessId: string,
      { needsSandbox = isSandboxId(businessId) } = {},
    ): Promise<Account | undefined> {
      const { business, sandboxId } = await ask(method.findAccount, businessId, { needsSandbox });
      return business?.active ? { business, ...(sandboxId !== "" && { sandboxId }) } : undefined;
    },

    /** The hashes of the keys that were created last, newest first. */
    async *listKeyHashes(limit: number): AsyncGenerator<string> {
      let before = "";
      let count = 0;
      do {
        const { hashes, nextBefore } = await ask(method.listKeyHashes, noBusiness, { before });
        yield* hashes;
        count += hashes.length;
        before = nextBefore;
      } while (before !== "" && count < limit);
    },

    /** @param since the `until` of the answer before; empty at first */
    listChanges: (since: string): Promise<ListChangesResponse> => ask(method.listChanges, noBusiness, { since }),

    async recordKeyUse(businessId: string, keyId: string, usedAt: Date): Promise<void> {
      await ask(method.recordKeyUse, businessId, { keyId, usedAt: usedAt.toISOString() });
    },

    /** Counts a batch once, however often it is sent. @throws Refusal business_closed, sandbox_busy: then nothing of it may be stored any more */
    async countCalls({ id, businessId, rows }: PendingBatch): Promise<void> {
      const sent = rows.map(({ values, at, counts }) => {
        const { error_code: errorCode, ...others } = values;
        return { ...others, errorCode, at: at.toISOString(), counts };
      });
      await ask(method.countCalls, businessId, { rows: sent }, { idempotencyKey: id });
    },
  };
}
