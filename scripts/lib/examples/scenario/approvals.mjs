/** A withdrawal that waits for people: a person of the business makes the rule, and the key asks. */
export async function recordApprovals({ record, recordError, call, callTool, signIn }, { businessId, held }) {
  const { url } = await call("createInvitation", {
    params: { businessId },
    body: { name: "Luz Prieto", email: "luz@example.com", role: "admin" },
  });
  const rule = { name: "Withdrawals", tools: ["supply_approve_withdrawal"], areas: [], irreversible: false };
  const rules = [{ ...rule, callers: [], atLeast: null, dailyAllowance: null, needs: "one", lapsesAfterHours: 24 }];
  const replace = await signIn(url);
  await replace(`/v1/console/businesses/${businessId}/approval-policy`, { version: 0, rules });
  const { stockId: stock_id, serviceCenterId: service_center_id } = held;
  const who = { worker_id: "worker-7", email: "ana@example.com", quantity: 1 };
  const { approval } = await callTool("supply_propose_withdrawal", { stock_id, service_center_id, ...who });
  await record("listApprovals", { query: { status: "pending" } });
  await record("getApproval", { params: { id: approval.id } });
  await recordError("getApproval", { params: { id: "apr_unknown" } }, "approval_not_found");
  await replace(`/v1/console/businesses/${businessId}/approval-policy`, { version: 1, rules: [] });
}
