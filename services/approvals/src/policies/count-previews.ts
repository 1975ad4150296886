import { create } from "@bufbuild/protobuf";
import { createSystemCall } from "@tenant-ops/kit/call";
import type { RpcClients } from "@tenant-ops/kit/rpc";
import { AccountsService, CountPreviewsRequestSchema } from "@tenant-ops/proto/accounts";
import type { CountedPreviews } from "./trial.rules.js";

const days = 7;
const timeoutMs = 3000;

/** What a trial of rules is made with: the previews of the last seven days. @throws Refusal service_unavailable, deadline_exceeded, too_many_combinations */
export async function countPreviews(clients: RpcClients, businessId: string): Promise<readonly CountedPreviews[]> {
  const call = createSystemCall(businessId, "count previews", { deadline: Date.now() + timeoutMs });
  const request = create(CountPreviewsRequestSchema, { days });
  return (await clients.unary(AccountsService.method.countPreviews, request, call)).message.rows;
}
