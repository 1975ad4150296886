import { expect, test } from "vitest";
import { checkEvents, checkRecords, checkStock } from "./mesh/checks.mjs";

// The checks of `npm run chaos -- mesh` on a business without faults, and with one of each kind.

type Row = Record<string, unknown>;
const keysPath = "/v1/console/businesses/biz_1/keys";
const invitationsPath = "/v1/console/businesses/biz_1/invitations";

function createBusiness() {
  const lists: Record<string, Row[]> = {
    "/v1/public/supply/withdrawals": [{ _id: "wdr_1", workerId: "withdrawals-1" }],
    "/v1/public/roulettes/rou_1/spins": [{ _id: "spn_1", userId: "spins-1", result: "won" }],
    "/v1/public/courses/crs_1/sessions": [{ _id: "ses_1", userId: "sessions-1" }],
    "/v1/public/flows/spring/registrations": [{ _id: "reg_1", answers: { email: "registrations-1@example.com" } }],
    "/v1/public/prizes": [{ _id: "prz_1" }],
    [keysPath]: [
      { _id: "key_agents", name: "chaos", revokedAt: null },
      { _id: "key_1", name: "keys-1", revokedAt: "2026-11-24T17:00:00.000Z" },
    ],
    [invitationsPath]: [{ _id: "inv_2", name: "invitations-2" }],
  };
  const tools: Record<string, Row[]> = {
    supply_list_service_center_stocks: [{ currentStock: 999_999 }],
    roulettes_list_roulette_items: [{ available_stock: 39 }],
  };
  const toEvent = (type: string, data: Row, businessId = "biz_1") => ({ type, businessId, data });
  const events = new Map<string, Row>([
    ["evt_1", toEvent("withdrawal.created", { withdrawalId: "wdr_1" })],
    ["evt_2", toEvent("spin.completed", { spinId: "spn_1" })],
    ["evt_3", toEvent("session.status_changed", { sessionId: "ses_1" })],
    ["evt_4", toEvent("flow.registration.completed", { registrationId: "reg_1" })],
  ]);
  const acknowledged = {
    withdrawals: new Map([["withdrawals-1", "wdr_1"]]),
    spins: new Map([["spins-1", "spn_1"]]),
    sessions: new Map([["sessions-1", "ses_1"]]),
    registrations: new Map([["registrations-1", "registrations-1"]]),
    keys: new Map([["keys-1", "key_1"]]),
    invitations: new Map([
      ["invitations-1", "inv_1"],
      ["invitations-2", "inv_2"],
    ]),
  };
  const list = (path: string) => Promise.resolve(lists[path] ?? []);
  const calls = {
    list,
    tool: (name: string) => Promise.resolve({ items: tools[name] ?? [] }),
  };
  const business = {
    ...{ businessId: "biz_1", keyId: "key_agents", rouletteId: "rou_1", courseId: "crs_1", slug: "spring" },
    ...{ calls, person: { list }, withdrawn: new Set(["invitations-1"]), receiver: { events }, acknowledged },
  };
  return { business, lists, tools, events, acknowledged, toEvent };
}

async function findProblems({ business }: ReturnType<typeof createBusiness>): Promise<string[]> {
  const { problems, records } = await checkRecords(business);
  return [...problems, ...(await checkStock(business, records)), ...(await checkEvents(business, records, 0))];
}

test("without faults nothing is reported", async () => {
  expect(await findProblems(createBusiness())).toEqual([]);
});

test.each<[string, (made: ReturnType<typeof createBusiness>) => unknown, RegExp]>([
  [
    "an acknowledged write without a record",
    ({ acknowledged }) => acknowledged.sessions.set("sessions-2", "ses_2"),
    /^1 sessions lost/,
  ],
  [
    "a write that was carried out twice",
    ({ lists }) => lists["/v1/public/supply/withdrawals"]?.push({ _id: "wdr_2", workerId: "withdrawals-1" }),
    /^1 withdrawals doubled/,
  ],
  [
    "a record of another business, whose agents have other names",
    ({ lists }) => lists["/v1/public/roulettes/rou_1/spins"]?.push({ _id: "spn_9", userId: "spins-9", result: "lost" }),
    /^1 spins that no round has made/,
  ],
  [
    "an acknowledgement of another record",
    ({ acknowledged }) => acknowledged.spins.set("spins-1", "spn_7"),
    /^1 spins with another id than acknowledged/,
  ],
  [
    "stock that is too high",
    ({ tools }) => (tools["supply_list_service_center_stocks"] = [{ currentStock: 5 }]),
    /^the center holds 5/,
  ],
  [
    "more prizes than there were bottles",
    ({ lists, tools }) => {
      const numbers = Array.from({ length: 41 }, (_, index) => index + 1);
      lists["/v1/public/prizes"] = numbers.map((number) => ({ _id: `prz_${number}` }));
      tools["roulettes_list_roulette_items"] = [{ available_stock: -1 }];
    },
    /^41 bottles were won, but there were 40/,
  ],
  [
    "a bottle that was taken for no prize",
    ({ tools }) => (tools["roulettes_list_roulette_items"] = [{ available_stock: 38 }]),
    /^38 bottles are left instead of 39/,
  ],
  ["a prize without a spin", ({ lists }) => lists["/v1/public/prizes"]?.push({ _id: "prz_2" }), /there are 2 prizes/],
  ["an event that never arrives", ({ events }) => events.delete("evt_4"), /^1 registrations whose event/],
  [
    "a second event about one record",
    ({ events, toEvent }) => events.set("evt_5", toEvent("withdrawal.created", { withdrawalId: "wdr_1" })),
    /^1 withdrawals whose event/,
  ],
  [
    "an event about a record that was never committed",
    ({ events, toEvent }) => events.set("evt_7", toEvent("spin.completed", { spinId: "spn_8" })),
    /^1 events about spins that do not exist/,
  ],
  [
    "an event of another business",
    ({ events, toEvent }) => events.set("evt_6", toEvent("stock.low", {}, "biz_2")),
    /^1 events of another business/,
  ],
  [
    "an acknowledged key without a record",
    ({ acknowledged }) => acknowledged.keys.set("keys-2", "key_2"),
    /^1 keys lost/,
  ],
  [
    "a key that was made twice",
    ({ lists }) => lists[keysPath]?.push({ _id: "key_2", name: "keys-1", revokedAt: "2026-11-24T17:00:00.000Z" }),
    /^1 keys doubled/,
  ],
  [
    "a key of a person of another business",
    ({ lists }) => lists[keysPath]?.push({ _id: "key_9", name: "keys-9", revokedAt: null }),
    /^1 keys that no round has made/,
  ],
  [
    "a key whose acknowledged revocation is lost",
    ({ lists }) => (lists[keysPath] = [{ _id: "key_1", name: "keys-1", revokedAt: null }]),
    /^1 keys whose revocation is lost/,
  ],
  [
    "an acknowledged invitation without a record",
    ({ lists }) => (lists[invitationsPath] = []),
    /^1 invitations lost: .*invitations-2/,
  ],
  [
    "an invitation that was made twice",
    ({ lists }) => lists[invitationsPath]?.push({ _id: "inv_3", name: "invitations-2" }),
    /^1 invitations doubled/,
  ],
  [
    "an invitation that was withdrawn, or the second of two, of which one was withdrawn",
    ({ lists }) => lists[invitationsPath]?.push({ _id: "inv_4", name: "invitations-1" }),
    /^1 invitations that were deleted and are still there/,
  ],
  [
    "an invitation of another business",
    ({ lists }) => lists[invitationsPath]?.push({ _id: "inv_9", name: "invitations-9" }),
    /^1 invitations that no round has made/,
  ],
])("%s is reported", async (_, change, sentence) => {
  const made = createBusiness();
  change(made);
  expect(await findProblems(made)).toContainEqual(expect.stringMatching(sentence));
});
