import { expect, test } from "vitest";
import { checkEvents, checkRecords, checkStock } from "./mesh/checks.mjs";

// The checks of `npm run chaos -- mesh` on a business without faults, and with one of each kind.

type Row = Record<string, unknown>;

function createBusiness() {
  const lists: Record<string, Row[]> = {
    "/v1/public/supply/withdrawals": [{ _id: "wdr_1", workerId: "withdrawals-1" }],
    "/v1/public/roulettes/rou_1/spins": [{ _id: "spn_1", userId: "spins-1", result: "won" }],
    "/v1/public/courses/crs_1/sessions": [{ _id: "ses_1", userId: "sessions-1" }],
    "/v1/public/flows/spring/registrations": [{ _id: "reg_1", answers: { email: "registrations-1@example.com" } }],
    "/v1/public/prizes": [{ _id: "prz_1" }],
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
  };
  const calls = {
    list: (path: string) => Promise.resolve(lists[path] ?? []),
    tool: (name: string) => Promise.resolve({ items: tools[name] ?? [] }),
  };
  const business = {
    ...{ businessId: "biz_1", rouletteId: "rou_1", courseId: "crs_1", slug: "spring" },
    ...{ calls, receiver: { events }, acknowledged },
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
])("%s is reported", async (_, change, sentence) => {
  const made = createBusiness();
  change(made);
  expect(await findProblems(made)).toContainEqual(expect.stringMatching(sentence));
});
