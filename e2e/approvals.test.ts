import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { beforeAll, describe, expect, test } from "vitest";
import { type Business, readCurrentStock, type TestMesh, useSharedMesh } from "./support/mesh/test-mesh.js";
import { createRule } from "./support/people/approval-rules.js";
import {
  createApproving,
  createKey,
  createStocked,
  decide,
  propose,
  setRules,
  withdrawal,
} from "./support/people/approvals.js";
import { joinBusiness } from "./support/people/people.js";

// People approve what agents want to write, and the server does it.

const rule = createRule();

let testMesh: TestMesh;
beforeAll(async () => void (testMesh = await useSharedMesh()));

describe("a rule for withdrawals", () => {
  test("holds a proposal until a person approves; then the server writes, and the agent's call gets the same answer however often", async () => {
    const { own, owner, path } = await createApproving(testMesh);
    const { proposed, approve, approval } = await propose(own, withdrawal(own));
    expect(proposed).toMatchObject({
      approval: {
        id: expect.stringMatching(/^apr_/),
        status: "pending",
        url: expect.stringContaining("/approvals/apr_"),
      },
      next_step: expect.stringContaining("A person has to approve this"),
    });
    const waiting = await approve();
    expect(waiting).toMatchObject({
      status: 200,
      body: { status: "approval_pending", approval: { id: approval?.id }, ask_again_seconds: 10 },
    });
    const before = await readStock(own);
    const decided = await decide(owner, path, approval?.id, { decision: "approve" });
    expect(decided).toMatchObject({ status: 200, body: { _id: approval?.id } });
    await expect.poll(async () => (await approve()).body["status"]).toBe("created");
    const [first, again] = [await approve(), await approve()];
    expect(first.body).toMatchObject({ _id: expect.stringMatching(/^wdr_/), status: "created" });
    expect(again.body).toEqual(first.body);
    expect(await readStock(own)).toBe(before - 1);
    expect((await owner.call("GET", `${path}/approvals/${approval?.id}`)).body).toMatchObject({
      ...{ status: "executed", answer: first.body, history: { executed: 1, rejected: 0 } },
      askedBy: { id: own.keyId, kind: "key" },
      decisions: [{ decision: "approve", withProof: false }],
    });
  });

  test("asks only for the callers, the tools and the numbers that it names, and a call without the token is refused", async () => {
    const own = await createStocked(testMesh);
    const agent = await createKey(own);
    const owner = await joinBusiness(testMesh, own.businessId, { role: "owner" });
    const path = `/v1/console/businesses/${own.businessId}`;
    await setRules(owner, path, 0, [{ ...rule, callers: [agent.keyId], atLeast: 10 }]);
    expect((await propose(own, withdrawal(own, 50))).approval).toBeUndefined();
    const asAgent = { ...own, ...agent };
    const small = await propose(asAgent, withdrawal(own, 9));
    expect(small.approval).toBeUndefined();
    expect((await small.approve()).body).toMatchObject({ status: "created" });
    expect((await propose(asAgent, withdrawal(own, 10))).approval).toMatchObject({ status: "pending" });
    // What is not previewed has no number, so it cannot be told from what people must see.
    const plain = await testMesh.callTool(agent, "supply_approve_withdrawal", withdrawal(own, 1));
    expect(plain).toMatchObject({ status: 428, body: { error: "confirmation_required" } });
    const { stock_id: stockId, service_center_id: serviceCenterId } = own.ids;
    const body = { stockId, serviceCenterId, workerId: "w", email: "w@example.com", quantity: 1 };
    const rest = (key: Business) =>
      testMesh.callRest(key, "POST", "/v1/public/supply/withdrawals", body, { "idempotency-key": crypto.randomUUID() });
    expect(await rest(agent)).toMatchObject({
      status: 428,
      body: { error: "proposal_required", detail: expect.stringContaining("people approve this write of your key") },
    });
    expect((await rest(own)).status).toBe(201);
  });

  test("a token from before a change of the rules allows no write, and what waits is decided by the stricter of both rules", async () => {
    const { own, owner, path } = await createApproving(testMesh, [{ ...rule, atLeast: 50 }]);
    const free = await propose(own, withdrawal(own, 1));
    const held = await propose(own, withdrawal(own, 50));
    expect([free.approval, held.approval?.status]).toEqual([undefined, "pending"]);
    const { body: seen } = await owner.call("GET", `${path}/approvals/${held.approval?.id}`);
    await setRules(owner, path, 1, [{ ...rule, needs: "two" }]);
    expect(await free.approve()).toMatchObject({ status: 422, body: { error: "proposal_invalid" } });
    // The page that was read under the rules before.
    const late = { decision: "approve", revision: seen.revision, policyVersion: seen.policyVersion };
    expect(await owner.call("POST", `${path}/approvals/${held.approval?.id}/decision`, late)).toMatchObject({
      ...{ status: 409, body: { error: "approval_changed" } },
    });
    const first = await decide(owner, path, held.approval?.id, { decision: "approve" });
    expect(first.body).toMatchObject({ status: "pending", needs: "two" });
    expect(await decide(owner, path, held.approval?.id, { decision: "approve" })).toMatchObject({
      ...{ status: 409, body: { error: "approval_needs_another_person" } },
    });
    const other = await joinBusiness(testMesh, own.businessId, { role: "approver" });
    expect((await decide(other, path, held.approval?.id, { decision: "approve" })).status).toBe(200);
    await expect.poll(async () => (await held.approve()).body["status"]).toBe("created");
    // Two tabs that have read the same rules: one change wins.
    expect(await setRules(owner, path, 1, [])).toMatchObject({
      status: 409,
      body: { error: "approval_policy_changed" },
    });
    await setRules(owner, path, 2, []);
    await expect.poll(async () => (await propose(own, withdrawal(own, 1))).approval).toBeUndefined();
  });

  test("a daily allowance lets writes through until it is used up, then a person is asked", async () => {
    const { own, owner, path } = await createApproving(testMesh, [createRule({ dailyAllowance: 5 })]);
    const first = await propose(own, withdrawal(own, 3));
    expect(first.approval).toBeUndefined();
    const done = await first.approve();
    expect(done).toMatchObject({ status: 200, body: { status: "created" } });
    expect((await first.approve()).body).toEqual(done.body);
    // Both are within what is left, together they are not.
    const [second, third] = [await propose(own, withdrawal(own, 2)), await propose(own, withdrawal(own, 2))];
    expect(await second.approve()).toMatchObject({ status: 200 });
    expect(await third.approve()).toMatchObject({
      body: { error: "proposal_invalid", detail: expect.stringContaining("Nothing was written") },
    });
    const asked = await propose(own, withdrawal(own, 2));
    await decide(owner, path, asked.approval?.id, { decision: "approve" });
    await expect.poll(asked.approve).toMatchObject({ status: 200, body: { status: "created" } });
    const { body } = await owner.call("GET", `${path}/approval-policy`);
    expect(body["usedToday"]).toEqual([{ rule: "Withdrawals", used: 5 }]);
    expect(await readStock(own)).toBe(93);
  });

  test("of ten writes at once only as many go through as the daily allowance permits", async () => {
    const { own } = await createApproving(testMesh, [createRule({ dailyAllowance: 4 })]);
    const staged = await Promise.all(Array.from({ length: 10 }, () => propose(own, withdrawal(own))));
    const written = await Promise.all(staged.map(({ approve }) => approve()));
    expect(written.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(await readStock(own)).toBe(96);
  });

  test("a rejection reaches the agent with its reason and what the person would agree to, and nothing is written", async () => {
    const { own, owner, path } = await createApproving(testMesh);
    const { approve, approval } = await propose(own, withdrawal(own, 40));
    const before = await readStock(own);
    const counter = { ...withdrawal(own, 5) };
    await decide(owner, path, approval?.id, {
      decision: "reject",
      reason: "Too many",
      suggestedArguments: counter,
    });
    expect(await approve()).toMatchObject({
      status: 409,
      body: { error: "approval_rejected", detail: expect.stringMatching(/"Too many".*"quantity":5/) },
    });
    expect(await decide(owner, path, approval?.id, { decision: "approve" })).toMatchObject({
      ...{ status: 409, body: { error: "approval_decided" } },
    });
    expect(await readStock(own)).toBe(before);
  });

  test("of twenty decisions at once one counts, and of the same change staged ten times at once one waits", async () => {
    const { own, owner, path } = await createApproving(testMesh);
    const staged = await Promise.all(Array.from({ length: 10 }, () => propose(own, withdrawal(own, 2))));
    const ids = new Set(staged.map(({ approval }) => approval?.id));
    expect(ids.size).toBe(1);
    const [id = ""] = [...ids];
    const before = await readStock(own);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        decide(owner, path, id, index % 2 === 0 ? { decision: "approve" } : { decision: "reject" }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const isApproved = answers.findIndex(({ status }) => status === 200) % 2 === 0;
    const end = isApproved ? { status: 200 } : { status: 409 };
    await expect.poll(async () => (await staged[3]?.approve())?.status).toBe(end.status);
    await expect
      .poll(async () => (await owner.call("GET", `${path}/approvals/${id}`)).body.status)
      .toBe(isApproved ? "executed" : "rejected");
    expect(await readStock(own)).toBe(isApproved ? before - 2 : before);
  });

  test("what was taken meanwhile refuses the write with the numbers; a revoked key writes nothing after the yes", async () => {
    const { own, owner, path } = await createApproving(testMesh, [{ ...rule, atLeast: 60 }]);
    const large = await propose(own, withdrawal(own, 80));
    expect((await (await propose(own, withdrawal(own, 59))).approve()).body).toMatchObject({ status: "created" });
    await decide(owner, path, large.approval?.id, { decision: "approve" });
    await expect.poll(async () => (await large.approve()).body["error"]).toBe("approval_not_executed");
    expect((await large.approve()).body["detail"]).toMatch(/insufficient_stock.*41/);

    const agent = await createKey(own);
    const asAgent = { ...own, ...agent };
    await setRules(owner, path, 1, [rule]);
    const { approval } = await propose(asAgent, withdrawal(own, 1));
    await testMesh.callAdmin("POST", `/businesses/${own.businessId}/keys/${agent.keyId}/revoke`);
    const before = await readStock(own);
    await decide(owner, path, approval?.id, { decision: "approve" });
    await expect
      .poll(async () => (await owner.call("GET", `${path}/approvals/${approval?.id}`)).body)
      .toMatchObject({ status: "failed", refusal: { code: "forbidden" } });
    expect(await readStock(own)).toBe(before);
  });

  test("when what a count replaces has changed, people see the new preview and decide anew", async () => {
    const { own, owner, path } = await createApproving(testMesh, [{ ...rule, tools: ["supply_approve_count_stock"] }]);
    const args = { center_stock_id: own.centerStockId, counted: 90 };
    const proposed = await testMesh.callToolOrThrow(own, "supply_propose_count_stock", args);
    const approve = () =>
      testMesh.callTool(own, "supply_approve_count_stock", { ...args, proposal_token: proposed["proposal_token"] });
    const { id } = proposed["approval"] as { id: string };
    expect((await (await propose(own, withdrawal(own, 3))).approve()).body).toMatchObject({ status: "created" });
    await decide(owner, path, id, { decision: "approve" });
    const read = async () => (await owner.call("GET", `${path}/approvals/${id}`)).body;
    await expect.poll(read).toMatchObject({
      ...{ status: "pending", revision: 2, decisions: [] },
      earlierPreview: { stockBefore: 100 },
      preview: { stockBefore: 97, stockAfter: 90 },
    });
    expect((await approve()).body).toMatchObject({ status: "approval_pending" });
    await decide(owner, path, id, { decision: "approve" });
    await expect.poll(read).toMatchObject({ status: "executed" });
    expect((await approve()).status).toBe(200);
    expect(await readStock(own)).toBe(90);
  });
});

describe("who may decide", () => {
  test("a viewer and an operator may not, a person of another business sees nothing, and no key or connection reaches the decision", async () => {
    const { own, owner, path } = await createApproving(testMesh);
    const { approval } = await propose(own, withdrawal(own));
    const decision = `${path}/approvals/${approval?.id}/decision`;
    const yes = { decision: "approve", revision: 1, policyVersion: 1 };
    for (const role of ["viewer", "operator"]) {
      const person = await joinBusiness(testMesh, own.businessId, { role });
      expect((await person.call("GET", `${path}/approvals/${approval?.id}`)).status).toBe(200);
      expect((await person.call("POST", decision, yes)).status).toBe(403);
    }
    const stranger = await createApproving(testMesh);
    expect((await stranger.owner.call("GET", `${path}/approvals/${approval?.id}`)).status).toBe(401);
    expect((await stranger.owner.call("GET", `${stranger.path}/approvals/${approval?.id}`)).status).toBe(404);
    const strange = await stranger.owner.call("POST", `${stranger.path}/approvals/${approval?.id}/decision`, yes);
    expect(strange).toMatchObject({ status: 404, body: { error: "approval_not_found" } });
    expect((await testMesh.callRest(stranger.own, "GET", `/v1/public/approvals/${approval?.id}`)).status).toBe(404);
    // With the key of the agent, at the address of people and at the public one.
    for (const address of [
      decision,
      `/v1/public/approvals/${approval?.id}/decision`,
      `/v1/public/approvals/${approval?.id}`,
    ]) {
      expect([401, 403, 404, 405]).toContain((await testMesh.callRest(own, "POST", address, yes)).status);
    }
    const { body } = await testMesh.callRest(own, "GET", `/v1/public/approvals/${approval?.id}`);
    expect(body).toMatchObject({ _id: approval?.id, status: "pending", url: approval?.url });
    const list = await testMesh.callRest(own, "GET", "/v1/public/approvals?status=pending");
    expect(list.body).toMatchObject({ items: [{ _id: approval?.id }] });
    // A colleague's key has asked for nothing.
    const colleague = await createKey(own);
    expect((await testMesh.callRest(colleague, "GET", "/v1/public/approvals")).body).toMatchObject({ items: [] });
    expect((await owner.call("GET", `${path}/approval-counts`)).body).toEqual({ pending: 1 });
  });
});

describe("hosts that open addresses for their user", () => {
  test("of protocol 2026-07-28 get an input-required result, and after the decision the answer of the tool", async () => {
    const { own, owner, path } = await createApproving(testMesh);
    const asked: string[] = [];
    const client = new ModernClient(
      { name: "e2e", version: "1" },
      { versionNegotiation: { mode: { pin: "2026-07-28" } }, capabilities: { elicitation: { url: {} } } },
    );
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const { url = "" } = params as { url?: string };
      asked.push(url);
      await decide(owner, path, url.split("/").at(-1) ?? "", { decision: "approve" });
      await expect.poll(async () => (await propose(own, withdrawal(own, 7))).approval?.status).toBe("pending");
      return { action: "accept" as const };
    });
    await client.connect(new ModernTransport(new URL("/mcp", testMesh.mesh.gatewayUrls[0]), withKey(own)));
    const { proposed, approve, approval } = await propose(own, withdrawal(own, 3));
    const args = { ...withdrawal(own, 3), proposal_token: proposed["proposal_token"] };
    const result = await client.callTool({ name: "supply_approve_withdrawal", arguments: args });
    expect(asked).toEqual([approval?.url]);
    expect(result.structuredContent).toMatchObject({ status: expect.stringMatching(/^(created|approval_pending)$/) });
    await expect.poll(async () => (await approve()).body["status"]).toBe("created");
    await client.close();
  });

  test("of protocol 2025-11-25 get the error that names the address; others get a text and no error", async () => {
    const { own } = await createApproving(testMesh);
    const { proposed, approval } = await propose(own, withdrawal(own, 3));
    const call = {
      name: "supply_approve_withdrawal",
      arguments: { ...withdrawal(own, 3), proposal_token: proposed["proposal_token"] },
    };
    const connect = async (capabilities: object) => {
      const client = new OlderClient({ name: "e2e", version: "1" }, { capabilities });
      await client.connect(new OlderTransport(new URL("/mcp", testMesh.mesh.gatewayUrls[0]), withKey(own)));
      return client;
    };
    const [host, plain] = [await connect({ elicitation: { url: {} } }), await connect({})];
    await expect(host.callTool(call)).rejects.toMatchObject({
      code: -32042,
      data: { elicitations: [{ mode: "url", elicitationId: approval?.id, url: approval?.url }] },
    });
    const told = await plain.callTool(call);
    expect(told).toMatchObject({ structuredContent: { status: "approval_pending", approval: { url: approval?.url } } });
    expect(told.isError).toBeUndefined();
    await Promise.all([host.close(), plain.close()]);
  });
});

const withKey = ({ key }: Business) => ({ requestInit: { headers: { "x-api-key": key } } });

const readStock = (own: Business) => readCurrentStock(testMesh, own);
