import { create } from "@bufbuild/protobuf";
import { type Call, createSystemCall, isSandboxId } from "@tenant-ops/kit/call";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import {
  AccountsService,
  CountCallsRequestSchema,
  FindAccountRequestSchema,
  FindKeyRequestSchema,
  ListChangesRequestSchema,
  type ListChangesResponse,
  ListKeyHashesRequestSchema,
  RecordKeyUseRequestSchema,
} from "@tenant-ops/proto/accounts";
import type { PendingBatch } from "../agent-calls/pending-counts.js";
import type { Account, FoundKey } from "./accounts.types.js";

const timeoutMs = 5000;
const scopes = ["accounts:read", "accounts:write"];
/** Of calls that begin with a credential, before the business is known. */
const noBusiness = "";
/** A trace that is not sampled: look-ups belong to no call, because several share one. */
const untraced = "00-00000000000000000000000000000001-0000000000000001-00";

/** Asks the service accounts. Each call throws Refusal service_unavailable or deadline_exceeded when it does not answer. */
export type Accounts = ReturnType<typeof createAccounts>;

export function createAccounts(clients: RpcClients) {
  const { method } = AccountsService;

  async function findKey(key: { case: "hash" | "id"; value: string }): Promise<FoundKey | undefined> {
    const request = create(FindKeyRequestSchema, { key });
    const call = createAccountsCall(noBusiness, "find key");
    const { message } = await clients.unary(method.findKey, request, call);
    const { key: found, business, sandboxId } = message;
    return found && business && { key: found, business, ...(sandboxId !== "" && { sandboxId }) };
  }

  return {
    findKeyByHash: (hash: string) => findKey({ case: "hash", value: hash }),
    findKeyById: (keyId: string) => findKey({ case: "id", value: keyId }),

    /** @param businessId also that of a sandbox @param needsSandbox of a caller who works in the sandbox of the business */
    async findAccount(
      businessId: string,
      { needsSandbox = isSandboxId(businessId) } = {},
    ): Promise<Account | undefined> {
      const request = create(FindAccountRequestSchema, { needsSandbox });
      const call = createAccountsCall(businessId, "find account");
      const { message } = await clients.unary(method.findAccount, request, call);
      const { business, sandboxId } = message;
      return business && { business, ...(sandboxId !== "" && { sandboxId }) };
    },

    /** The hashes of the keys that were created last, newest first. */
    async *listKeyHashes(limit: number): AsyncGenerator<string> {
      let before = "";
      let count = 0;
      do {
        const request = create(ListKeyHashesRequestSchema, { before });
        const { message } = await clients.unary(
          method.listKeyHashes,
          request,
          createAccountsCall(noBusiness, "list key hashes"),
        );
        yield* message.hashes;
        count += message.hashes.length;
        before = message.nextBefore;
      } while (before !== "" && count < limit);
    },

    /** @param since the `until` of the answer before; empty at first */
    async listChanges(since: string): Promise<ListChangesResponse> {
      const request = create(ListChangesRequestSchema, { since });
      return (await clients.unary(method.listChanges, request, createAccountsCall(noBusiness, "list changes"))).message;
    },

    async recordKeyUse(businessId: string, keyId: string, usedAt: Date): Promise<void> {
      const request = create(RecordKeyUseRequestSchema, { keyId, usedAt: usedAt.toISOString() });
      await clients.unary(method.recordKeyUse, request, createAccountsCall(businessId, "record key use"));
    },

    /** Counts a batch once, however often it is sent. @throws Refusal business_closed, sandbox_busy: then nothing of it may be stored any more */
    async countCalls({ id, businessId, rows }: PendingBatch): Promise<void> {
      const request = create(CountCallsRequestSchema, {
        rows: rows.map(({ values, at, counts }) => {
          const { error_code: errorCode, ...others } = values;
          return { ...others, errorCode, at: at.toISOString(), counts };
        }),
      });
      await clients.unary(method.countCalls, request, {
        ...createAccountsCall(businessId, "count agent calls"),
        idempotencyKey: id,
      });
    },
  };
}

/** Its idempotency key lets the client repeat it: every rpc with this call may be repeated. */
function createAccountsCall(businessId: string, operation: string): Call {
  const deadline = Date.now() + timeoutMs;
  return createSystemCall(businessId, operation, {
    scopes,
    deadline,
    idempotencyKey: operation,
    traceparent: untraced,
  });
}
