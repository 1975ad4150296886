import { randomBytes } from "node:crypto";
import { fromJson } from "@bufbuild/protobuf";
import type { JsonObject } from "@bufbuild/protobuf";
import type { Refusal } from "@tenant-ops/kit/errors";
import { tools } from "@tenant-ops/proto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseArguments } from "../tools/arguments.js";
import { findTool } from "../tools/catalog.js";
import { getText } from "../json.js";
import { createProposalTokens, type Redemption } from "./proposal-tokens.js";
import {
  createWithdrawalArguments,
  type McpTest,
  modernVersion,
  requireObject,
  startMcpTest,
  versions,
} from "../testing.js";

const caller = { businessId: "biz_1", keyId: "key_1", country: "MX", currency: "MXN", timeZone: "UTC", scopes: ["*"] };
const requireCatalogTool = (name: string) => {
  const found = findTool(name);
  if (!found) throw new Error(`${name} is not in the catalogue`);
  return found;
};
const approve = requireCatalogTool("supply_approve_withdrawal");
const center = requireCatalogTool("supply_create_service_center");
const parseMessage = (args: JsonObject, of = approve) => parseArguments(of, args).message;

const lifetimeMs = 15 * 60_000;
const dayMs = 24 * 60 * 60_000;
/** The code with which a redemption ends, when the token allows no write. */
const readLookUp = ({ lookUp }: Redemption) => lookUp?.refusal;

describe("a proposal token", () => {
  const secret = randomBytes(32);
  let time = Date.parse("2026-01-01T00:00:00Z");
  const createAt = (...secrets: Buffer[]) => createProposalTokens({ secrets, lifetimeMs, now: () => time });
  const proposals = createAt(secret);
  const previewed = parseMessage(createWithdrawalArguments());
  const issued = proposals.issue(approve, previewed, caller);
  const { id } = proposals.redeem(issued.proposal_token, approve, previewed, caller);

  test("is short enough to be copied, and comes with its expiry and the next step", () => {
    expect(issued.proposal_token).toMatch(/^prop_[\w-]{60,110}$/);
    expect(issued.expires_at).toBe("2026-01-01T00:15:00.000Z");
    expect(issued.next_step).toMatch(/user.*yes.*supply_approve_withdrawal/);
  });

  test("redeemed twice has the same id; each preview has its own id", () => {
    expect(proposals.redeem(issued.proposal_token, approve, previewed, caller)).toEqual({ id });
    const other = proposals.issue(approve, previewed, caller);
    expect(proposals.redeem(other.proposal_token, approve, previewed, caller).id).not.toBe(id);
  });

  test("carries what the write replaces, and grows by little", () => {
    const { proposal_token } = proposals.issue(approve, previewed, caller, { material: "48" });
    expect(proposals.redeem(proposal_token, approve, previewed, caller)).toEqual({
      id: expect.any(String),
      material: "48",
    });
    expect(proposal_token.length).toBeLessThanOrEqual(issued.proposal_token.length + 3);
    const { proposal_token: withNumber } = proposals.issue(approve, previewed, caller, { material: "48", uses: -2.5 });
    expect(proposals.redeem(withNumber, approve, previewed, caller)).toMatchObject({ material: "48", uses: -2.5 });
  });

  test.each([
    ["another business", approve, { ...caller, businessId: "biz_2" }],
    ["another key", approve, { ...caller, keyId: "key_2" }],
    ["another tool", center, caller],
  ])("allows %s no write, only a look-up of its id", (_, of, who) => {
    const message = of === approve ? previewed : parseMessage({ name: "Norte" }, center);
    const redeemed = proposals.redeem(issued.proposal_token, of, message, who);
    expect(redeemed).toMatchObject({ id, lookUp: { storedReplyOnly: "proposal_invalid" } });
    expect(readLookUp(redeemed)).toMatchObject({
      code: "proposal_invalid",
      detail: expect.stringContaining("Nothing has been written with it so far."),
    });
  });

  test("with another secret, cut, lengthened or changed at any position allows no write", () => {
    const forged = createAt(randomBytes(32)).issue(approve, previewed, caller).proposal_token;
    const { proposal_token: valid } = issued;
    const altered = Array.from({ length: valid.length - 6 }, (_, index) => {
      const at = index + 5;
      return `${valid.slice(0, at)}${valid[at] === "A" ? "B" : "A"}${valid.slice(at + 1)}`;
    });
    for (const token of [forged, valid.slice(0, -4), `${valid}AAAA`, ...altered]) {
      let code: string | undefined;
      try {
        code = readLookUp(proposals.redeem(token, approve, previewed, caller))?.code;
      } catch (error) {
        ({ code } = error as Refusal);
      }
      expect(code).toBe("proposal_invalid");
    }
  });

  test("of which no id can be read is refused, and the sentence says that the call wrote nothing", () => {
    for (const token of ["prop_", "x", issued.proposal_token.slice(0, 30), `prop_B${issued.proposal_token.slice(6)}`]) {
      expect(() => proposals.redeem(token, approve, previewed, caller)).toThrow(
        expect.objectContaining({ code: "proposal_invalid", detail: expect.stringContaining("wrote nothing") }),
      );
    }
  });

  test("is accepted under every secret of the setting, and signed with the first", () => {
    const newSecret = randomBytes(32);
    const rotated = createAt(newSecret, secret);
    expect(rotated.redeem(issued.proposal_token, approve, previewed, caller)).toEqual({ id });
    const signedByNew = rotated.issue(approve, previewed, caller).proposal_token;
    expect(readLookUp(createAt(newSecret).redeem(signedByNew, approve, previewed, caller))).toBeUndefined();
    expect(readLookUp(proposals.redeem(signedByNew, approve, previewed, caller))?.code).toBe("proposal_invalid");
  });

  test("that does not match names every argument that differs, and no value", () => {
    const changed = parseMessage(
      createWithdrawalArguments({ quantity: 3, ciudad: "Puebla", email: "eva@example.com" }),
    );
    expect(() => proposals.redeem(issued.proposal_token, approve, changed, caller)).toThrow(
      expect.objectContaining({
        code: "proposal_mismatch",
        detail: expect.stringMatching(/previewed in email, quantity, ciudad\. .*supply_propose_withdrawal/),
      }),
    );
  });

  test("expires after 15 minutes, and then allows a look-up only", () => {
    time += lifetimeMs - 1000;
    expect(proposals.redeem(issued.proposal_token, approve, previewed, caller)).toEqual({ id });
    time += 1000;
    const redeemed = proposals.redeem(issued.proposal_token, approve, previewed, caller);
    expect(redeemed).toMatchObject({ id, lookUp: { storedReplyOnly: "proposal_expired" } });
    expect(readLookUp(redeemed)).toMatchObject({
      code: "proposal_expired",
      detail: expect.stringMatching(/2026-01-01T00:15:00.000Z\. Nothing was written with it\./),
    });
  });

  test("of which the answer may have been deleted does not claim that nothing was written", () => {
    time = Date.parse("2026-01-01T00:00:00Z") + dayMs - 1000;
    const detail = () => readLookUp(proposals.redeem(issued.proposal_token, approve, previewed, caller))?.detail;
    expect(detail()).toContain("Nothing was written with it.");
    time += 1000;
    expect(detail()).toMatch(/This call wrote nothing\. .*not known any more/);
  });
});

describe("the canonical form of arguments", () => {
  const proposals = createProposalTokens({ secrets: [randomBytes(32)], lifetimeMs });
  const optional = fc.record(
    { withdrawal_type: fc.string(), entregador: fc.string(), ciudad: fc.string(), talla: fc.string({ maxLength: 20 }) },
    { requiredKeys: [] },
  );
  const anyWithdrawal = fc
    .tuple(optional, fc.integer({ min: 1, max: 1_000_000 }))
    .map(([more, quantity]): JsonObject => ({ ...createWithdrawalArguments({ quantity }), ...more }));
  const sameWritten = (args: JsonObject) =>
    fc.shuffledSubarray(Object.keys(args), { minLength: Object.keys(args).length }).chain((names) =>
      fc.constantFrom("absent", "null", "default").map((way): JsonObject => {
        const defaults: JsonObject = {
          withdrawal_type: "insumos",
          entregador: "",
          tipo_entrega: "",
          ciudad: "",
          talla: "",
        };
        const written = Object.fromEntries(names.map((name) => [name, args[name] ?? null]));
        const left = Object.keys(defaults).filter((name) => !(name in args));
        if (way === "absent") return written;
        return {
          ...Object.fromEntries(left.map((name) => [name, way === "null" ? null : (defaults[name] ?? null)])),
          ...written,
        };
      }),
    );

  test("is the same in any order, and with a default absent, written out or null", () => {
    fc.assert(
      fc.property(
        anyWithdrawal.chain((args) => fc.tuple(fc.constant(args), sameWritten(args))),
        ([args, again]) => {
          const token = proposals.issue(approve, parseMessage(args), caller).proposal_token;
          expect(proposals.redeem(token, approve, parseMessage(again), caller)).toBeTruthy();
        },
      ),
    );
  });

  test("differs when one value differs", () => {
    fc.assert(
      fc.property(anyWithdrawal, anyWithdrawal, (args, others) => {
        const [previewed, sent] = [parseMessage(args), parseMessage(others)];
        const token = proposals.issue(approve, previewed, caller).proposal_token;
        const redeem = () => proposals.redeem(token, approve, sent, caller);
        const isSame = JSON.stringify(previewed) === JSON.stringify(sent);
        if (isSame) expect(redeem()).toBeTruthy();
        else expect(redeem).toThrow(expect.objectContaining({ code: "proposal_mismatch" }));
      }),
    );
  });

  const updates = tools.filter((candidate) => candidate.isWrite && /update/.test(candidate.name));
  const optionalTexts = updates.flatMap((update) =>
    update.method.input.fields
      .filter((field) => field.fieldKind === "scalar" && field.getDefaultValue() === undefined)
      .filter((field) => update.inputSchema.properties[field.name]?.type === "string")
      .map((field) => ({ update, name: field.name })),
  );

  test("differs between an absent and an empty field of an update", () => {
    expect(optionalTexts.length).toBeGreaterThan(0);
    for (const { update, name } of optionalTexts) {
      const empty = fromJson(update.method.input, { [name]: "" });
      const absent = fromJson(update.method.input, {});
      const token = proposals.issue(update, absent, caller).proposal_token;
      expect(() => proposals.redeem(token, update, empty, caller)).toThrow(name);
    }
  });
});

describe("preview, then write", () => {
  let mcp: McpTest;
  let elapsedMs = 0;
  beforeAll(async () => void (mcp = await startMcpTest({ now: () => Date.now() + elapsedMs })));
  beforeEach(() => void (elapsedMs = 0));
  afterAll(() => mcp.close());

  const callDirectly = async (key: string, name: string, args: object, headers = {}) => {
    const response = await mcp.post(key, { name, arguments: args }, headers);
    return { status: response.status, headers: response.headers, body: requireObject(await response.json()) };
  };
  const propose = async (key: string, args: object = createWithdrawalArguments()) => {
    const { body } = await callDirectly(key, "supply_propose_withdrawal", args);
    return getText(body, "proposal_token") ?? "";
  };
  const approveWith = (key: string, token: string, args: object = createWithdrawalArguments()) =>
    callDirectly(key, "supply_approve_withdrawal", { ...args, proposal_token: token });

  test("every propose reply has its token, its expiry and the next step, also in the text", async () => {
    const { key } = mcp.createTenant();
    for (const version of versions) {
      const { result } = await mcp.rpc(key, version, "tools/call", {
        name: "supply_propose_withdrawal",
        arguments: createWithdrawalArguments(),
      });
      expect(result["structuredContent"]).toMatchObject({
        preview: { quantity: 2 },
        checks: [],
        warnings: [],
        proposal_token: expect.stringMatching(/^prop_/),
        expires_at: expect.any(String),
        next_step: expect.stringContaining("supply_approve_withdrawal"),
      });
      expect(result["content"]).toEqual([{ type: "text", text: JSON.stringify(result["structuredContent"]) }]);
    }
  });

  test("the same approval sent twice writes once and gets the same reply", async () => {
    const { key } = mcp.createTenant();
    const token = await propose(key);
    const first = await approveWith(key, token);
    // The second call writes out a default that is absent in the first.
    const second = await approveWith(
      key,
      token,
      createWithdrawalArguments({ withdrawal_type: "insumos", ciudad: null }),
    );
    expect(first).toMatchObject({ status: 200, body: { status: "created", _id: expect.stringMatching(/^wdr_/) } });
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });

  test("the service receives the complete arguments, whether defaults are absent or written out", async () => {
    const { key, tenant } = mcp.createTenant();
    await callDirectly(key, "supply_propose_withdrawal", createWithdrawalArguments());
    await callDirectly(key, "supply_approve_withdrawal", createWithdrawalArguments({ withdrawal_type: "insumos" }));
    const [preview, write] = mcp.supply.calls.filter(({ call }) => call.businessId === tenant.businessId);
    expect(JSON.stringify(preview?.request)).toBe(JSON.stringify(write?.request));
  });

  test.each(versions)("a replayed reply is marked in _meta (%s)", async (version) => {
    const { key } = mcp.createTenant();
    const call = {
      name: "supply_approve_withdrawal",
      arguments: createWithdrawalArguments({ proposal_token: await propose(key) }),
    };
    const first = await mcp.rpc(key, version, "tools/call", call);
    const second = await mcp.rpc(key, version, "tools/call", call);
    expect(requireObject(first.result["_meta"] ?? {})["replayed"]).toBeUndefined();
    expect(requireObject(second.result["_meta"])["replayed"]).toBe(true);
    expect(second.result["structuredContent"]).toEqual(first.result["structuredContent"]);
  });

  test("calls at the same time with one token are one write", async () => {
    const { key } = mcp.createTenant();
    const token = await propose(key);
    const answers = await Promise.all(Array.from({ length: 6 }, () => approveWith(key, token)));
    const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body["_id"]);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(1);
  });

  test("a repeat after the proposal expired gets the stored answer, marked as replayed", async () => {
    const { key } = mcp.createTenant();
    const token = await propose(key);
    const first = await approveWith(key, token);
    elapsedMs = lifetimeMs;
    const second = await approveWith(key, token);
    expect(second).toMatchObject({ status: 200, body: first.body });
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    const other = await approveWith(key, token, createWithdrawalArguments({ quantity: 3 }));
    expect(other).toMatchObject({ status: 422, body: { error: "proposal_mismatch" } });
  });

  test("a proposal that expired unused is refused for good, and the sentence says that nothing was written", async () => {
    const { key } = mcp.createTenant();
    const token = await propose(key);
    elapsedMs = lifetimeMs;
    const refused = await approveWith(key, token);
    expect(refused).toMatchObject({
      status: 422,
      body: { error: "proposal_expired", detail: expect.stringContaining("Nothing was written with it.") },
    });
    // The time of a replica whose clock is behind, or of a call that was running during the refusal.
    elapsedMs = 0;
    expect(await approveWith(key, token)).toMatchObject({ status: 422, body: { error: "proposal_expired" } });
  });

  test("a repeat with the rotated key gets the stored answer; for a first write that key needs its own preview", async () => {
    const { key, tenant } = mcp.createTenant();
    const rotated = mcp.createTenant({ ...tenant, keyId: "key_rotated" }).key;
    const token = await propose(key);
    expect(await approveWith(rotated, token)).toMatchObject({ status: 422, body: { error: "proposal_invalid" } });
    const first = await approveWith(key, token);
    expect(first.status).toBe(200);
    expect(await approveWith(rotated, token)).toMatchObject({ status: 200, body: first.body });
    const other = await approveWith(rotated, token, createWithdrawalArguments({ quantity: 3 }));
    expect(other).toMatchObject({
      status: 422,
      body: { error: "proposal_mismatch", detail: expect.stringContaining("This call wrote nothing") },
    });
  });

  test("a token that was altered at any position never writes, and the unaltered one writes afterwards", async () => {
    const { key } = mcp.createTenant();
    const token = await propose(key);
    for (let at = 5; at < token.length; at += 7) {
      const altered = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
      expect(await approveWith(key, altered)).toMatchObject({ status: 422, body: { error: "proposal_invalid" } });
    }
    expect((await approveWith(key, token)).headers.get("idempotent-replayed")).toBeNull();
  });

  test("arguments that differ from the preview are refused and nothing is written", async () => {
    const { key, tenant } = mcp.createTenant();
    const answer = await approveWith(key, await propose(key), createWithdrawalArguments({ quantity: 20 }));
    expect(answer).toMatchObject({
      status: 422,
      body: { error: "proposal_mismatch", detail: expect.stringContaining("quantity") },
    });
    const writes = mcp.supply.calls.filter(
      ({ call, operation }) => call.businessId === tenant.businessId && /Approve/.test(operation),
    );
    expect(writes).toEqual([]);
  });

  test("the token of another business is refused", async () => {
    const token = await propose(mcp.createTenant().key);
    expect(await approveWith(mcp.createTenant().key, token)).toMatchObject({
      status: 422,
      body: { error: "proposal_invalid" },
    });
  });

  test("where confirmation is required, a write without its token names the propose tool", async () => {
    const { key } = mcp.createTenant({ requireProposal: true });
    const refused = await callDirectly(key, "supply_approve_withdrawal", createWithdrawalArguments());
    expect(refused).toMatchObject({
      status: 428,
      body: { error: "confirmation_required", detail: expect.stringContaining("supply_propose_withdrawal") },
    });
    const { result } = await mcp.rpc(key, modernVersion, "tools/call", {
      name: "supply_approve_withdrawal",
      arguments: createWithdrawalArguments(),
    });
    expect(result).toMatchObject({ isError: true, _meta: { code: "confirmation_required" } });
    expect((await approveWith(key, await propose(key))).status).toBe(200);
  });

  test("without a token the call works, and with an Idempotency-Key its repeat writes nothing", async () => {
    const { key } = mcp.createTenant();
    const plain = await callDirectly(key, "supply_approve_withdrawal", createWithdrawalArguments());
    const again = await callDirectly(key, "supply_approve_withdrawal", createWithdrawalArguments());
    expect(plain.body["_id"]).not.toBe(again.body["_id"]);
    const headers = { "idempotency-key": "order-77" };
    const first = await callDirectly(key, "supply_approve_withdrawal", createWithdrawalArguments(), headers);
    const meta = { "tenantops/idempotencyKey": "order-77" };
    const second = await mcp.rpc(key, "2025-06-18", "tools/call", {
      name: "supply_approve_withdrawal",
      arguments: createWithdrawalArguments(),
      _meta: meta,
    });
    expect(second.result["structuredContent"]).toEqual(first.body);
    const other = await callDirectly(
      key,
      "supply_approve_withdrawal",
      createWithdrawalArguments({ quantity: 9 }),
      headers,
    );
    expect(other).toMatchObject({ status: 422, body: { error: "idempotency_conflict" } });
  });

  test.each(["", "ä"])(
    "the Idempotency-Key %j is refused and writes nothing, in the header and in _meta",
    async (given) => {
      const { key } = mcp.createTenant();
      const headers = { "idempotency-key": given };
      expect(await callDirectly(key, "supply_approve_withdrawal", createWithdrawalArguments(), headers)).toMatchObject({
        status: 422,
        body: { error: "invalid_argument" },
      });
      const { result } = await mcp.rpc(key, "2025-06-18", "tools/call", {
        name: "supply_approve_withdrawal",
        arguments: createWithdrawalArguments(),
        _meta: { "tenantops/idempotencyKey": given },
      });
      expect(result).toMatchObject({ isError: true, _meta: { code: "invalid_argument" } });
    },
  );
});
