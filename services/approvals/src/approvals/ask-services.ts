import { type Call, createSystemCall, isConnectionId } from "@tenant-ops/kit/call";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { AccountsService } from "@tenant-ops/proto/accounts";
import { ConsoleService } from "@tenant-ops/proto/console";
import type { AskedBy } from "./approvals.rules.js";

/** A key or connection as it is now. */
export interface Asking extends Omit<AskedBy, "client"> {
  /** Empty when it was revoked, has expired or does not exist. */
  scopes: string[];
}

const timeoutMs = 3000;

const createAsking = (businessId: string, operation: string): Call =>
  createSystemCall(businessId, operation, { deadline: Date.now() + timeoutMs });

/** @throws Refusal service_unavailable, deadline_exceeded */
export async function findAsking(clients: RpcClients, businessId: string, callerId: string): Promise<Asking> {
  const call = createAsking(businessId, "check who asks");
  if (!isConnectionId(callerId)) {
    const { name, scopes } = (await clients.unary(AccountsService.method.checkKey, { keyId: callerId }, call)).message;
    return { id: callerId, kind: "key", name, personId: null, scopes };
  }
  const { method } = ConsoleService;
  const [resolved, named] = await Promise.all([
    clients.unary(method.resolveConnection, { connectionId: callerId }, call),
    clients.unary(method.nameConnections, { connectionIds: [callerId] }, call),
  ]);
  const { connection } = resolved.message;
  const name = named.message.connections[0]?.name ?? "";
  const { personId = null, scopes = [] } = connection ?? {};
  return { id: callerId, kind: "connection", name, personId, scopes: [...scopes] };
}

/** Whether this member has signed this challenge with a passkey. @param answer of the browser, as JSON */
export async function verifyProof(
  clients: RpcClients,
  { businessId, keyId: personId }: Call,
  proof: { challenge: string; answer: string },
): Promise<boolean> {
  const call = createAsking(businessId, "verify proof");
  return (await clients.unary(ConsoleService.method.verifyProof, { personId, ...proof }, call)).message.valid;
}
