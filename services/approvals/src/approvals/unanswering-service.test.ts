import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApprovals, type TestApprovals } from "../testing.js";
import type { Approval } from "./approvals.rules.js";
import { createApproval, createIds } from "./approvals.testing.js";

// Accounts, which is asked about each key before the write, takes connections and never answers.

const silent = createServer();
let service: TestApprovals;
beforeAll(async () => {
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const { port } = silent.address() as { port: number };
  service = await startTestApprovals({ ACCOUNTS_GRPC_URL: `127.0.0.1:${port}` });
});
afterAll(async () => {
  await service.close();
  silent.close();
});

test("what is due does not wait for one after the other, and what has lapsed ends meanwhile", async () => {
  const { businessId } = service.newTenant();
  const rows = service.running.context.db.shared<Approval & { businessId: string }>("approvals");
  const past = new Date(Date.now() - 60_000);
  const create = (given: Partial<Approval>) => ({
    ...createApproval({ ...createIds(), ...given }),
    businessId,
  });
  const due = { status: "approved", approvedAt: past, nextAttemptAt: past } as const;
  // One after the other they would wait three minutes for accounts.
  const approved = Array.from({ length: 60 }, () => create({ ...due, expiresAt: new Date(Date.now() + 3_600_000) }));
  await rows.insertMany([...approved, create({ expiresAt: past })]);
  await expect.poll(() => rows.countDocuments({ status: "expired" })).toBe(1);
  await expect.poll(() => rows.countDocuments({ status: "approved", attempts: { $gt: 0 } })).toBe(approved.length);
});
