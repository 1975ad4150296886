import type { Call } from "@tenant-ops/kit/call";
import type { Database } from "@tenant-ops/kit/data";
import type { CountedCalls } from "@tenant-ops/proto/accounts";
import { agentCalls } from "@tenant-ops/rest/analytics";

/** Counts a batch of a gateway once, however often it is sent: its id is the idempotency key. @throws Refusal business_closed, sandbox_busy */
export async function countCalls(db: Database, given: Call, rows: readonly CountedCalls[]): Promise<void> {
  const call: Call = { ...given, allowsClosed: "closed" };
  await db.transaction(call, async (scope) => {
    for (const { tool, key, client, errorCode, at, counts } of rows)
      scope.countIn(agentCalls, { tool, key, client, error_code: errorCode }, new Date(at), counts);
    return {};
  });
}
