import { listAuditProblems, startTestService, type TestService } from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerAudits } from "./ledger-audit.js";
import { supply } from "../supply.js";
import { withdrawalRequest, createCenterStock } from "../testing.js";

// The audit reads a whole database, so each test has its own.
let service: TestService<typeof SupplyService>;
beforeAll(async () => void (service = await startTestService(supply)));
afterAll(() => service.close());

const auditLedgers = (businessId?: string) => listAuditProblems(service.running.context.db, ledgerAudits, businessId);

test("the ledgers of all businesses add up while withdrawals run; a quantity changed without a ledger row is found", async () => {
  const stocked = [];
  for (const tenant of [service.newTenant(), service.newTenant()]) {
    const held = await createCenterStock(tenant, { currentStock: 30 });
    stocked.push({ tenant, held });
  }
  const going = stocked.flatMap(({ tenant, held }) =>
    Array.from({ length: 20 }, () => tenant.rpc.approveWithdrawal(withdrawalRequest(held.ids))),
  );
  expect((await auditLedgers()).problems).toEqual([]);
  await Promise.all(going);
  expect(await auditLedgers()).toEqual({ counts: [2, 2], problems: [] });
  expect(await auditLedgers(stocked[0]?.tenant.businessId)).toEqual({ counts: [1, 1], problems: [] });

  const [{ tenant, held }] = stocked as [(typeof stocked)[0]];
  const { centerStockId: _id } = held;
  await tenant
    .scope()
    .collection<{ _id: string; currentStock: number }>("centerStocks")
    .updateOne({ _id }, { $inc: { currentStock: 1 } });
  expect((await auditLedgers()).problems).toEqual([
    `${_id} of ${tenant.businessId}: the movements add up to 10, the center holds 11`,
    `${_id} of ${tenant.businessId}: the last movement says 10, the center holds 11`,
  ]);

  await tenant.scope().collection("centerStocks").deleteOne({ _id });
  expect((await auditLedgers()).problems).toEqual([`${_id} of ${tenant.businessId}: is named, and does not exist`]);
});
