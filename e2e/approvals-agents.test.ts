import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listWithdrawals, readCurrentStock, type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";
import { createRule } from "./support/people/approval-rules.js";
import {
  type CallTool,
  connectAgent,
  copyApproval,
  createApproving,
  createKey,
  createStocked,
  decide,
  openStore,
  propose,
  setRules,
  withdrawal,
} from "./support/people/approvals.js";
import { findTraces, readStreamEnd } from "./support/people/find-traces.js";
import { createPersonRequests } from "./support/people/person-requests.js";

// What becomes of requests when several agents ask, an agent loses its access, or what it asked about is erased.

let testMesh: TestMesh;
let mongo: MongoClient;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
});
afterAll(() => mongo.close());

describe("several agents", () => {
  test("that propose the same change have a request each, each yes is for one write, and no token is of use to another key", async () => {
    const { own, owner, path } = await createApproving(testMesh);
    const other = { ...own, ...(await createKey(own)) };
    const args = withdrawal(own, 2);
    const [first, second] = [await propose(own, args), await propose(other, args)];
    expect(first.approval?.id).not.toBe(second.approval?.id);
    const withOther: CallTool = (name, given) => testMesh.callTool(other, name, given);
    expect(await first.approve(withOther)).toMatchObject({ status: 422, body: { error: "proposal_invalid" } });
    await decide(owner, path, first.approval?.id, { decision: "approve" });
    await expect.poll(async () => (await first.approve()).body["status"]).toBe("created");
    expect((await second.approve()).body["status"]).toBe("approval_pending");
    expect(await listWithdrawals(testMesh, own)).toHaveLength(1);
    await decide(owner, path, second.approval?.id, { decision: "approve" });
    await expect.poll(async () => (await second.approve()).body["status"]).toBe("created");
    expect((await first.approve()).body["_id"]).not.toBe((await second.approve()).body["_id"]);
    expect(await readCurrentStock(testMesh, own)).toBe(96);
  });

  test("may have 1,000 requests waiting at once, all of them are listed, and the next one is refused with a sentence", async () => {
    const { own, owner, path } = await createApproving(testMesh);
    const toProposal = (at: number) => propose(own, withdrawal(own, 1, { worker_id: `w-${at}` }));
    const first = await toProposal(0);
    const staged = new Set([first.approval?.id]);
    // Twenty at once.
    for (let from = 1; from < 200; from += 20) {
      const some = await Promise.all(
        Array.from({ length: Math.min(20, 200 - from) }, (_, at) => toProposal(from + at)),
      );
      for (const { approval } of some) staged.add(approval?.id);
    }
    expect(staged.size).toBe(200);
    await copyApproval(testMesh, mongo, first.approval?.id, 800);
    expect((await owner.call("GET", `${path}/approval-counts`)).body).toEqual({ pending: 1000 });
    const listed: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = await owner.call("GET", `${path}/approvals?status=pending&limit=300&cursor=${cursor}`);
      listed.push(...(page.body.items as { _id: string }[]).map(({ _id }) => _id));
      cursor = (page.body.next_cursor as string | undefined) ?? null;
    }
    expect(new Set(listed).size).toBe(1000);
    const oneMore = () => testMesh.callTool(own, "supply_propose_withdrawal", withdrawal(own, 7));
    expect(await oneMore()).toMatchObject({
      status: 429,
      body: { error: "rate_limited", detail: expect.stringContaining("1000 writes wait for people already") },
    });
    // What waits already is answered, and a decision makes room.
    expect((await propose(own, withdrawal(own, 1, { worker_id: "w-0" }))).approval?.id).toBe(first.approval?.id);
    await decide(owner, path, first.approval?.id, { decision: "reject" });
    expect(await oneMore()).toMatchObject({ status: 200, body: { approval: { status: "pending" } } });
  });
});

describe("an agent that a person has connected", () => {
  test("is asked by a rule for its connection only, gets the answer of one write, and writes nothing after it is revoked", async () => {
    const own = await createStocked(testMesh);
    const { call, owner, path, connectionId } = await connectAgent(testMesh, own);
    await setRules(owner, path, 0, [createRule({ callers: [connectionId] })]);
    expect((await propose(own, withdrawal(own))).approval).toBeUndefined();
    const held = await propose(own, withdrawal(own, 2), call);
    expect((await held.approve()).body["status"]).toBe("approval_pending");
    const { body: session } = await owner.call("GET", "/v1/console/session");
    expect((await owner.call("GET", `${path}/approvals/${held.approval?.id}`)).body.askedBy).toMatchObject({
      ...{ id: connectionId, kind: "connection", personId: session.person._id },
    });
    await decide(owner, path, held.approval?.id, { decision: "approve" });
    await expect.poll(async () => (await held.approve()).body["status"]).toBe("created");
    expect((await held.approve()).body).toEqual((await held.approve()).body);
    expect(await readCurrentStock(testMesh, own)).toBe(98);

    const late = await propose(own, withdrawal(own, 3), call);
    expect((await owner.call("POST", `${path}/connections/${connectionId}/revoke`, {})).status).toBe(200);
    await decide(owner, path, late.approval?.id, { decision: "approve" });
    await expect
      .poll(async () => (await owner.call("GET", `${path}/approvals/${late.approval?.id}`)).body)
      .toMatchObject({ status: "failed", refusal: { code: "forbidden" } });
    expect(await readCurrentStock(testMesh, own)).toBe(98);
  });
});

describe("a request", () => {
  test("that was carried out before its process died says so, also when the key was revoked before the next attempt", async () => {
    const { own, owner, path } = await createApproving(testMesh);
    const agent = await createKey(own);
    const { approval } = await propose({ ...own, ...agent }, withdrawal(own, 3));
    await decide(owner, path, approval?.id, { decision: "approve" });
    const read = async () => (await owner.call("GET", `${path}/approvals/${approval?.id}`)).body;
    await expect.poll(read).toMatchObject({ status: "executed" });
    const { answer } = await read();
    await testMesh.callAdmin("POST", `/businesses/${own.businessId}/keys/${agent.keyId}/revoke`);
    // As after a crash between the write and the outcome.
    const unsettled = { status: "approved", isOpen: true, endedAt: null, answer: null, nextAttemptAt: new Date() };
    await openStore(testMesh, mongo).updateOne({ _id: approval?.id ?? "" }, { $set: unsettled });
    await expect.poll(read).toMatchObject({ status: "executed", answer });
    expect(await readCurrentStock(testMesh, own)).toBe(97);
  });

  // An erasure takes several passes through all databases: on a busy machine more than the minute that a test has.
  test(
    "about a person who is erased ends as withdrawn, names nobody, and its agent is told",
    { timeout: 600_000 },
    async () => {
      const since = await readStreamEnd(testMesh);
      const { own, owner, path } = await createApproving(testMesh);
      const person = { email: `ana.${crypto.randomUUID()}@example.com`, worker_id: `worker-${crypto.randomUUID()}` };
      const held = await propose(own, withdrawal(own, 1, person));
      const values = Object.values(person);
      expect(await findTraces(mongo, testMesh, values, since)).toContain("approvals.approvals");
      await createPersonRequests(testMesh, mongo).erase(own, { emails: [person.email] });
      expect((await owner.call("GET", `${path}/approvals/${held.approval?.id}`)).body).toMatchObject({
        ...{ status: "withdrawn", preview: {}, arguments: {}, checks: [], warnings: [] },
      });
      expect(await held.approve()).toMatchObject({
        status: 409,
        body: {
          error: "approval_expired",
          detail: "This was withdrawn before a person has decided. Nothing was written.",
        },
      });
      expect(await decide(owner, path, held.approval?.id, { decision: "approve" })).toMatchObject({
        ...{ status: 409, body: { error: "approval_decided" } },
      });
      expect(await findTraces(mongo, testMesh, values, since)).toEqual([]);
    },
  );
});
