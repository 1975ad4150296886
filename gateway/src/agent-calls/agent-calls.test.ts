import { randomBytes } from "node:crypto";
import { CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";
import { type CountedRow, type Database, dayMs, foldChanges, newId, packDays } from "@tenant-ops/kit/data";
import { invalid } from "@tenant-ops/kit/errors";
import { createCountHandlers, readCountedRows, type RpcClients } from "@tenant-ops/kit/rpc";
import { getSchema } from "@tenant-ops/kit/process";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { createTestCall, openTestDatabase, propertyRuns, testBackend } from "@tenant-ops/kit/testing";
import { create } from "@bufbuild/protobuf";
import { accounts } from "@tenant-ops/accounts";
import { answerAgentCalls } from "@tenant-ops/accounts/testing";
import { QueryCountsRequestSchema, type QueryCountsResponse } from "@tenant-ops/proto/common";
import { agentCalls as collection } from "@tenant-ops/rest/analytics";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AgentCalls, createAgentCalls } from "./agent-calls.js";
import { type EndedCall, toCallCounts } from "./agent-calls.rules.js";
import { storeIn } from "./stored-calls.testing.js";

const logger = createLogger("gateway", "silent");
// Two gateways hand over to the same database.
let replicas: Database[];
let first: Database;
beforeAll(async () => {
  const { mongodbUrl: url } = testBackend();
  const name = `test_accounts_${randomBytes(4).toString("hex")}`;
  const options = { url, name, appName: "gateway", logger, ...getSchema(accounts), tenancyGuard: "commands" as const };
  replicas = [await openTestDatabase(options), await openTestDatabase(options)];
  [first] = replicas as [Database];
});
afterAll(async () => {
  for (const db of replicas) await db.close();
});

const noConsole = {
  unary: async () => Promise.reject(new Error("the console is down")),
} as unknown as RpcClients;
const dayStart = Date.UTC(2026, 10, 26);
const bounds = [dayStart, dayStart + dayMs, dayStart + 3 * dayMs].map((at) => new Date(at).toISOString());

async function query(businessId: string, groupBy: string[] = []): Promise<CountedRow[]> {
  const { queryCounts } = createCountHandlers(first, [answerAgentCalls(first, noConsole, logger)]);
  const request = create(QueryCountsRequestSchema, { collection: collection.name, groupBy, bounds });
  return readCountedRows((await queryCounts(request, createTestCall(businessId))) as QueryCountsResponse);
}

interface Made {
  businessId: string;
  values: { tool: string; key: string; client: string; error_code: string };
  at: number;
  ended: EndedCall;
}

function record(calls: AgentCalls, { businessId, values, ended }: Made): void {
  const request = { headers: { "user-agent": `${values.client}/1.0` }, body: {} };
  const tenant = { businessId, keyId: values.key, credential: "key" } as const;
  calls.record({ tenant, request }, values.tool, ended);
}

/** A full count of the calls. */
function countMade(made: readonly Made[], businessId: string, groupBy: readonly string[]) {
  const rows = new Map<string, { interval: number; values: string[]; counts: Record<string, number> }>();
  for (const call of made) {
    if (call.businessId !== businessId) continue;
    const interval = call.at < dayStart + dayMs ? 0 : 1;
    const values = groupBy.map((dimension) => call.values[dimension as keyof Made["values"]]);
    const key = JSON.stringify([interval, values]);
    const row = rows.get(key) ?? { interval, values, counts: {} };
    rows.set(key, row);
    for (const [name, value] of Object.entries(toCallCounts(call.ended)))
      row.counts[name] = (row.counts[name] ?? 0) + value;
  }
  return [...rows.values()];
}

const toSortedTexts = (rows: readonly unknown[]) =>
  rows.map((row) => JSON.stringify(row)).toSorted((one, other) => (one < other ? -1 : 1));
const sortRows = (rows: readonly CountedRow[]) =>
  toSortedTexts(
    rows.map(({ interval, values, counts }) => {
      const counted = Object.entries(counts).filter(([, value]) => value !== 0);
      return [interval, values, toSortedTexts(counted)];
    }),
  );

/** A database whose next transaction fails: before it begins, or after it has committed, as when the answer is lost. */
function failing(db: Database, fails: { next: "before" | "after" | undefined }): Database {
  return {
    ...db,
    transaction: async (call, work) => {
      const { next } = fails;
      if (next === "before") throw new Error("no database");
      const reply = await db.transaction(call, work);
      if (next === "after") throw new Error("the answer was lost");
      return reply;
    },
  };
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("call" as const),
      replica: fc.constantFrom(0, 1),
      business: fc.nat(2),
      tool: fc.constantFrom("supply_list_stocks", "supply_approve_withdrawal"),
      key: fc.constantFrom("key_1", "key_2"),
      client: fc.constantFrom("claude", "curl"),
      code: fc.constantFrom("ok", "forbidden", "insufficient_stock"),
      isWrite: fc.boolean(),
      isRepeated: fc.boolean(),
      hasProposal: fc.boolean(),
      durationMs: fc.option(fc.double({ min: 0, max: 40_000, noNaN: true }), { nil: undefined }),
      minute: fc.integer({ min: 0, max: 3 * 24 * 60 - 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("save" as const),
      replica: fc.constantFrom(0, 1),
      fails: fc.constantFrom(undefined, undefined, "before" as const, "after" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("kill" as const), replica: fc.constantFrom(0, 1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("pack" as const) }) },
);

test("what is counted equals a full count of the calls, beside saves that fail or whose answer is lost, killed processes and packing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 60 }),
      fc.subarray([...collection.dimensions]),
      async (steps, groupBy) => {
        const businesses = [newId("biz"), newId("biz"), newId("sbx")];
        let now = 0;
        const fails = [{ next: undefined }, { next: undefined }] as { next: "before" | "after" | undefined }[];
        const start = (replica: number) =>
          createAgentCalls(storeIn(failing(replicas[replica]!, fails[replica]!)), logger, () => now);
        const processes = [start(0), start(1)];
        // What each process has in memory, and what is certainly stored.
        const unsaved: Made[][] = [[], []];
        const stored: Made[] = [];
        // Batches whose answer was lost: stored, and sent again.
        const open: Made[][] = [[], []];
        for (const one of steps) {
          if (one.kind === "call") {
            const { replica, business, tool, key, client, code, minute, ...ended } = one;
            const at = dayStart + minute * 60_000;
            const values = { tool, key, client, error_code: code };
            const made = { businessId: businesses[business]!, values, at, ended: { code, ...ended } };
            now = at;
            record(processes[replica]!, made);
            unsaved[replica]!.push(made);
          } else if (one.kind === "save") {
            fails[one.replica]!.next = one.fails;
            await processes[one.replica]!.save();
            fails[one.replica]!.next = undefined;
            const mine = unsaved[one.replica]!;
            if (one.fails === "before") continue;
            // A business with an open batch sends that one; what came since stays for the next round.
            const isOpen = (made: Made) => open[one.replica]!.some(({ businessId }) => businessId === made.businessId);
            const sent = mine.filter((made) => !isOpen(made));
            stored.push(...sent);
            unsaved[one.replica] = mine.filter(isOpen);
            open[one.replica] = one.fails === "after" ? [...open[one.replica]!, ...sent] : [];
          } else if (one.kind === "kill") {
            unsaved[one.replica] = [];
            open[one.replica] = [];
            processes[one.replica] = start(one.replica);
          } else {
            await foldChanges(first);
            await packDays(first, [collection], new Date(dayStart + 10 * dayMs));
          }
        }
        for (const [replica, process] of processes.entries()) {
          await process.stop();
          stored.push(...unsaved[replica]!);
        }
        for (const businessId of businesses)
          expect(sortRows(await query(businessId, groupBy))).toEqual(sortRows(countMade(stored, businessId, groupBy)));
      },
    ),
    { numRuns: propertyRuns(60) },
  );
});

const made = (businessId: string, given: Partial<Made> = {}): Made => ({
  businessId,
  values: { tool: "supply_list_stocks", key: "key_1", client: "claude", error_code: "ok" },
  at: dayStart,
  ended: { code: "ok", isWrite: false, isRepeated: false, hasProposal: false, durationMs: 3 },
  ...given,
});

test("a business that is being deleted, and a sandbox that was emptied, get no late counters", async () => {
  const calls = createAgentCalls(storeIn(first), logger, () => dayStart);
  const [businessId, sandboxId] = [newId("biz"), newId("sbx")];
  record(calls, made(businessId));
  record(calls, made(sandboxId));
  for (const id of [businessId, sandboxId]) await first.closedBusinesses.setState(id, 1, "deleting");
  await calls.save();
  for (const id of [businessId, sandboxId]) await first.closedBusinesses.setState(id, 2, "open");
  await calls.stop();
  expect([await query(businessId), await query(sandboxId)]).toEqual([[], []]);
});

test("a check that refuses is counted with its code and without a duration; one that does not is not counted", async () => {
  const calls = createAgentCalls(storeIn(first), logger, () => dayStart);
  const businessId = newId("biz");
  const tenant = { businessId, keyId: "per_1", credential: "session" } as const;
  const params = { _meta: { [CLIENT_INFO_META_KEY]: { name: "Claude", version: "1" } } };
  const source = { tenant, request: { headers: {}, body: { params } } };
  expect(calls.check(source, "supply_list_stocks", () => 7)).toBe(7);
  const refuse = () => {
    throw invalid("quantity", "is wrong");
  };
  expect(() => calls.check(source, undefined, refuse)).toThrow("is wrong");
  await calls.stop();
  // The id of a person is no value.
  const values = ["other", "console", "Claude", "invalid_argument"];
  expect(await query(businessId, [...collection.dimensions])).toEqual([
    { interval: 0, values, counts: { calls: 1, refused: 1 } },
  ]);
});
