import { type Call, createSystemCall } from "@tenant-ops/kit/call";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { AccountsService } from "@tenant-ops/proto/accounts";
import type { CountedPreviews } from "./trial.rules.js";

const days = 7;
const timeoutMs = 3000;

/** What a trial of rules is made with: the previews of today and the six days before. @throws Refusal service_unavailable, deadline_exceeded, too_many_combinations */
export async function countPreviews(
  clients: RpcClients,
  { businessId, timeZone }: Call,
): Promise<readonly CountedPreviews[]> {
  const call = createSystemCall(businessId, "count previews", { timeZone, deadline: Date.now() + timeoutMs });
  return (await clients.unary(AccountsService.method.countPreviews, { days }, call)).message.rows;
}
