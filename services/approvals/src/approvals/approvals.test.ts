import { setTimeout as sleep } from "node:timers/promises";
import { newId } from "@tenant-ops/kit/data";
import { lockAsKilledProcess } from "@tenant-ops/kit/testing";
import { ApprovalDecidedSchema, ApprovalExpiredSchema } from "@tenant-ops/proto/approvals";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApprovals, type TestApprovals } from "../testing.js";
import type { Approval } from "./approvals.rules.js";
import { insertApproval } from "./approvals.store.js";
import { createApproval, createIds } from "./approvals.testing.js";

// The other services are away: what was approved stays approved.

let service: TestApprovals;
beforeAll(async () => void (service = await startTestApprovals()));
afterAll(() => service.close());

/** A person who decides, in a new business. */
function createApprover() {
  const tenant = service.newTenant({
    keyId: newId("psn"),
    scopes: ["approvals:decide", "business:read", "supply:write"],
  });
  const path = `/v1/console/businesses/${tenant.businessId}/approvals`;
  const { db } = service.running.context;
  return {
    tenant,
    hold: async (expiresAt: Date): Promise<Approval> => {
      const approval = createApproval({ ...createIds(), expiresAt });
      await db.transaction(tenant.call(), async (scope) => {
        await insertApproval(scope, approval);
        return {};
      });
      return approval;
    },
    decide: async ({ _id }: Approval, decision = "approve") => {
      const answer = await tenant.http("POST", `${path}/${_id}/decision`, {
        body: { decision, revision: 1, policyVersion: 0 },
        headers: { "idempotency-key": crypto.randomUUID() },
      });
      return { status: answer.status, body: (await answer.json()) as { error?: string; detail?: string } };
    },
    read: async ({ _id }: Approval) =>
      (await tenant.http("GET", `${path}/${_id}`)).json() as Promise<{ status: string }>,
    lapse: (approval: Approval) =>
      tenant
        .scope()
        .ofShared<Approval>("approvals")
        .updateOne({ _id: approval._id }, { $set: { expiresAt: new Date() } }),
  };
}

const inAnHour = () => new Date(Date.now() + 3_600_000);

test("a request that lapses between the reading of its page and the decision is not decided, and ends as expired", async () => {
  const { tenant, hold, decide, read, lapse } = createApprover();
  const approval = await hold(inAnHour());
  expect(await read(approval)).toMatchObject({ status: "pending" });
  await lapse(approval);
  expect(await decide(approval)).toMatchObject({
    ...{ status: 409, body: { error: "approval_decided", detail: expect.stringContaining("it is expired") } },
  });
  await expect.poll(() => tenant.events(ApprovalExpiredSchema)).toMatchObject([{ approvalId: approval._id }]);
  expect(await read(approval)).toMatchObject({ status: "expired" });
});

test("what was approved in time is carried out after that time too: only what nobody has decided expires", async () => {
  const { tenant, hold, decide, read, lapse } = createApprover();
  const [approved, undecided] = [await hold(inAnHour()), await hold(inAnHour())];
  expect(await decide(approved)).toMatchObject({ status: 200 });
  await lapse(approved);
  await lapse(undecided);
  const findStored = ({ _id }: Approval) => tenant.scope().ofShared<Approval>("approvals").findById(_id);
  await expect.poll(async () => (await findStored(undecided))?.status).toBe("expired");
  expect(await findStored(approved)).toMatchObject({ status: "approved", isOpen: true, endedAt: null });
  expect(await read(approved)).toMatchObject({ status: "approved" });
});

test("of a decision and the end of the time at the same moment exactly one counts, and its event is the only one", async () => {
  const { tenant, hold, decide, read } = createApprover();
  const start = Date.now();
  // Over two rounds of the task, and from right at the end of its time to well before.
  const approvals = await Promise.all(Array.from({ length: 40 }, (_, at) => hold(new Date(start + 500 + 50 * at))));
  const decided = await Promise.all(
    approvals.map(async (approval, at) => {
      await sleep(approval.expiresAt.getTime() - Date.now() - at);
      return (await decide(approval, "reject")).status === 200;
    }),
  );
  const ends = decided.map((isDecided) => (isDecided ? "rejected" : "expired"));
  const readAll = async () => Promise.all(approvals.map(async (one) => (await read(one)).status));
  await expect.poll(readAll).toEqual(ends);
  const idsOf = async (schema: typeof ApprovalDecidedSchema | typeof ApprovalExpiredSchema) =>
    (await tenant.events(schema)).map(({ approvalId }) => approvalId).toSorted();
  const idsWith = (end: string) =>
    approvals
      .filter((_, at) => ends[at] === end)
      .map(({ _id }) => _id)
      .toSorted();
  await expect.poll(() => idsOf(ApprovalExpiredSchema)).toEqual(idsWith("expired"));
  expect(await idsOf(ApprovalDecidedSchema)).toEqual(idsWith("rejected"));
});

test("an approved request that a killed process has locked is tried again by another one", async () => {
  const { businessId } = createApprover().tenant;
  const { db } = service.running.context;
  const approval = createApproval({
    ...{ ...createIds(), expiresAt: inAnHour() },
    ...{ status: "approved", approvedAt: new Date(), nextAttemptAt: new Date() },
  });
  // While the business is closed, nobody tries it.
  await db.closedBusinesses.setState(businessId, 1, "closed");
  await db.shared<Approval & { businessId: string }>("approvals").insertOne({ ...approval, businessId });
  const close = await lockAsKilledProcess(db.name, "approvals", approval._id);
  await db.closedBusinesses.setState(businessId, 2, "open");
  const findStored = () => db.shared<Approval>("approvals").findOne({ _id: approval._id });
  await expect.poll(async () => (await findStored())?.attempts).toBeGreaterThan(0);
  await close();
});

/** Stored without a call, as for a business that is closed. */
function store(given: Partial<Approval>[], businessId: string) {
  const rows = given.map((one) => ({
    ...createApproval({ ...createIds(), expiresAt: inAnHour(), ...one }),
    businessId,
  }));
  return {
    insert: () => rowsOfAll().insertMany(rows),
    read: () =>
      rowsOfAll()
        .find({ businessId: { $eq: businessId } }, {})
        .toArray(),
  };
}

const rowsOfAll = () => service.running.context.db.shared<Approval & { businessId: string }>("approvals");

test("requests of a closed business, however many, delay those of no other one", async () => {
  const [closed, open] = [createApprover().tenant.businessId, createApprover().tenant.businessId];
  const { closedBusinesses } = service.running.context.db;
  await closedBusinesses.setState(closed, 1, "closed");
  const past = (minutes: number) => new Date(Date.now() - 60_000 * minutes);
  const due = { status: "approved", approvedAt: past(10) } as const;
  const many = Array.from({ length: 60 }, () => ({ ...due, nextAttemptAt: past(9) }));
  await store([...many, ...many.map(() => ({ expiresAt: past(9) }))], closed).insert();
  const others = store([{ ...due, nextAttemptAt: past(1) }, { expiresAt: past(1) }], open);
  await others.insert();
  await expect
    .poll(async () => (await others.read()).map(({ attempts, status }) => attempts > 0 || status))
    .toEqual([true, "expired"]);
});
