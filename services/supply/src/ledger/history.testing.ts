import type { ArchiveStore } from "@tenant-ops/kit/retention";
import {
  createTestRetention,
  listProblemsOf,
  readArchivedLines,
  startTestService,
  type TestService,
} from "@tenant-ops/kit/testing";
import type { SupplyService } from "@tenant-ops/proto/supply";
import { afterAll, beforeAll } from "vitest";
import { supply } from "../supply.js";
import { createCenterStock, type SupplyTenant, withdrawalRequest } from "../testing.js";

export let service: TestService<typeof SupplyService>;

/** Starts supply with a database of its own for the tests of a file: retention looks at all businesses. */
export function useSupply(): void {
  beforeAll(async () => void (service = await startTestService(supply)));
  afterAll(() => service.close());
}

export const startRetention = (wrapStore?: (store: ArchiveStore) => ArchiveStore) =>
  createTestRetention(supply, service.running, wrapStore && { wrapStore });

export const archiveAll = { mode: "archive", days: 0 } as const;

/** A product at a center from which units were withdrawn `times` times. */
export async function withdraw(tenant: SupplyTenant, times: number) {
  const held = await createCenterStock(tenant, { currentStock: 100 });
  for (let count = 0; count < times; count += 1) await tenant.rpc.approveWithdrawal(withdrawalRequest(held.ids));
  return held;
}

export const listProblems = ({ businessId }: SupplyTenant) => listProblemsOf(supply, service.running, businessId);

export const readLines = (store: ArchiveStore, { businessId }: SupplyTenant) =>
  readArchivedLines<{ seq?: number }>(store, businessId);
