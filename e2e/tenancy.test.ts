import type { Route } from "@tenant-ops/kit/http";
import { type CatalogTool, tools } from "@tenant-ops/proto";
import { routes } from "@tenant-ops/rest";
import { beforeAll, describe, expect, test } from "vitest";
import { type TestMesh, useSharedMesh, type HttpAnswer } from "./support/mesh/test-mesh.js";
import {
  getRecordId,
  createSeededTenant,
  listIdArguments,
  createUnknownId,
  type SeededTenant,
  fillSampleArguments,
} from "./support/records/seeded-tenants.js";

let testMesh: TestMesh;
/** Two live businesses, and the sandbox of the first one. */
const tenants = {} as Record<"live" | "otherLive" | "sandbox", SeededTenant>;
beforeAll(async () => {
  testMesh = await useSharedMesh();
  const live = await testMesh.createBusiness({ toolsets: ["all"] });
  const sandbox = await testMesh.createTestKey(live, { toolsets: ["all"] });
  [tenants.live, tenants.otherLive, tenants.sandbox] = await Promise.all([
    createSeededTenant(testMesh, live),
    createSeededTenant(testMesh),
    createSeededTenant(testMesh, sandbox),
  ]);
});

/** The record of a seeded tenant, by the noun before `{id}` in a path or by the name of the parameter. */
const recordsByPlace: Record<string, string> = {
  stocks: "stock_id",
  stockId: "stock_id",
  centers: "service_center_id",
  "service-centers": "service_center_id",
  serviceCenterId: "service_center_id",
  "center-stocks": "center_stock_id",
  centerStockId: "center_stock_id",
  withdrawals: "withdrawal_id",
  transfers: "transfer_id",
  movements: "movement_id",
  fromCenterId: "service_center_id",
  toCenterId: "service_center_id",
  roulettes: "roulette_id",
  rouletteId: "roulette_id",
  "roulette-items": "item_id",
  prizes: "prize_id",
  spinId: "spin_id",
  courses: "course_id",
  courseId: "course_id",
  sessions: "session_id",
  certificates: "session_id",
  slug: "slug",
  documents: "document_id",
  sha256: "document_hash",
  "test-runs": "test_run_id",
  targets: "target_id",
  campaigns: "campaign_id",
  registrations: "registration_id",
  "bank-validations": "registration_id",
  deliveries: "trace_id",
  endpoints: "endpoint_id",
  endpointId: "endpoint_id",
  traceId: "trace_id",
  recoveries: "recovery_id",
  "person-requests": "person_request_id",
};
/** Parameters that name no record of ours, and what to send for them. */
const noRecords: Record<string, string> = {
  fileId: "fil_1",
  index: "0",
  userId: "u",
  workerId: "w",
  countryId: "MX",
  moduleId: "m",
};

/** Bodies with which the routes would succeed; the others need none. */
const bodies: Record<string, object> = {
  addGiftUnits: { addUnits: 1 },
  addRouletteItemStock: { addUnits: 1 },
  createSpin: { userId: "u" },
  updateRoulette: { isActive: true },
  updateStock: { minStockAlert: 5 },
  updateCenter: { capacity: 5 },
  updateCenterStock: { minStockAlert: 5 },
  updateRouletteItem: { name: "Cap" },
  enrollStudent: { userId: "u", fullName: "U", email: "u@example.com" },
  replaceCourseModules: { modules: [{ _id: "m", title: "M" }] },
  reportProgress: { moduleId: "m" },
  submitExam: { score: 90 },
  updateCourse: { published: true },
  updateFlow: { name: "Spring" },
  addDocument: Buffer.from("Terms of a draw"),
  addDocumentVersion: Buffer.from("Terms of another draw"),
  updateDocument: { title: "Terms" },
  updateTarget: { name: "Survey" },
  updateCampaign: { name: "Spring" },
  receiveStock: { quantity: 1 },
  countStock: { counted: 1 },
  updateWebhookEndpoint: { events: ["spin.completed"] },
  recoverWebhookDeliveries: { since: new Date(Date.now() - 1000).toISOString() },
};

/** Bodies that repeat the id of the path, because the body is what the caller signs. Another id there is a mismatch, refused before any look-up. */
const bodiesWithPathId: Record<string, (id: string) => Record<string, unknown>> = {
  reportBankValidation: (id) => ({ registrationId: id, status: "pending" }),
};

/** Bodies that name records, with the records of the caller. */
const bodiesWithRecords: Record<string, (records: SeededTenant["records"]) => Record<string, unknown>> = {
  createCenterStock: (records) => ({
    stockId: records["spare_stock_id"],
    serviceCenterId: records["other_center_id"],
    currentStock: 1,
    minStockAlert: 0,
  }),
  createTransfer: (records) => ({
    stockId: records["stock_id"],
    fromCenterId: records["service_center_id"],
    toCenterId: records["other_center_id"],
    quantity: 1,
  }),
  createWithdrawal: (records) => ({
    stockId: records["stock_id"],
    serviceCenterId: records["service_center_id"],
    workerId: "w",
    email: "w@example.com",
    quantity: 1,
  }),
};

/** Who calls, and whose ids it uses. */
const pairs = [
  { pair: "a live business, ids of another one", caller: "live", owner: "otherLive" },
  { pair: "a live business, ids of its own sandbox", caller: "live", owner: "sandbox" },
  { pair: "a sandbox, ids of its live business", caller: "sandbox", owner: "live" },
] as const;
type Pair = (typeof pairs)[number];

const withPairs = <Row extends object>(rows: readonly Row[]): (Row & Pair)[] =>
  pairs.flatMap((pair) => rows.map((row) => ({ ...row, ...pair })));

/** The answer without the parts that always differ: the request id and the requested id. */
function toComparable({ status, body }: HttpAnswer, asked: string): string {
  const { request_id: _, proposal_token: __, expires_at: ___, ...rest } = body;
  return JSON.stringify({ status, rest }).replaceAll(asked, "<asked>");
}

const withIds = tools.flatMap((tool) =>
  listIdArguments(tool).map((parameter) => ({ tool, name: tool.name, parameter })),
);

describe("an id of another business gets the same answer as an unknown id", () => {
  test.each(withPairs(withIds))("$name, $parameter: $pair", async ({ tool, parameter, caller, owner }) => {
    const [own, other] = [tenants[caller], tenants[owner]];
    const args = fillSampleArguments(tool, own);
    const otherId = getRecordId(other, tool, parameter);
    const random = createUnknownId(otherId);
    const ask = (id: string) => testMesh.callTool(own, tool.name, { ...args, [parameter]: id });

    expect(toComparable(await ask(otherId), otherId)).toBe(toComparable(await ask(random), random));
  });

  test.each(pairs)("roulettes_create_roulette, item_id of a gift: $pair", async ({ caller, owner }) => {
    const [own, other] = [tenants[caller], tenants[owner]];
    const tool = requireTool("roulettes_create_roulette");
    const ask = async (id: string) => {
      const args = fillSampleArguments(tool, { ...own, records: { ...own.records, item_id: id } });
      return toComparable(await testMesh.callTool(own, tool.name, args), id);
    };
    const otherId = other.records["item_id"] ?? "";
    expect(await ask(otherId)).toBe(await ask(createUnknownId(otherId)));
  });
});

// Proves that only the id causes the refusals above.
describe("the same call with an id of the own business succeeds", () => {
  const readOnly = withIds.filter(({ tool }) => !tool.isWrite);
  const callers = [{ caller: "live" }, { caller: "sandbox" }] as const;
  const rows = callers.flatMap((row) => readOnly.map((tool) => ({ ...tool, ...row })));
  test.each(rows)("$name, $parameter: $caller", async ({ tool, caller }) => {
    const own = tenants[caller];
    const { status, body } = await testMesh.callTool(own, tool.name, fillSampleArguments(tool, own));
    expect(body).not.toHaveProperty("error");
    expect(status).toBe(200);
  });
});

/** The parameters of all routes that name a record. A route whose parameter is not in the tables below fails its test. */
const pathParameters = listParameters((route) =>
  // What a key has asked for itself: e2e/approvals.test.ts compares the answers of businesses and of keys.
  route.access?.withoutScope
    ? []
    : Object.keys(route.params?.shape ?? {}).filter((name) => !Object.hasOwn(noRecords, name)),
);
const bodyReferences = listParameters((route) => {
  const shape = route.body && "shape" in route.body ? (route.body.shape as object) : {};
  if (Object.hasOwn(bodiesWithPathId, route.id)) return [];
  return Object.keys(shape).filter((name) => name.endsWith("Id") && !Object.hasOwn(noRecords, name));
});
const queryReferences = listParameters((route) =>
  Object.keys(route.query?.shape ?? {}).filter((name) => name.endsWith("Id") && !Object.hasOwn(noRecords, name)),
);

describe("over REST, an id of another business in a path gets the 404 of an unknown id", () => {
  test.each(withPairs(pathParameters))("$id, {$parameter}: $pair", async ({ route, parameter, caller, owner }) => {
    const [own, other] = [tenants[caller], tenants[owner]];
    const otherId = requireRecord(other, route, parameter);
    const ask = async (id: string) => {
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(name === parameter ? id : requireRecord(own, route, name)),
      );
      const file = route.upload && { "content-type": "application/octet-stream" };
      const headers = { "idempotency-key": `tenancy-${caller}-${id}`, ...file };
      const given = bodiesWithPathId[route.id]?.(id) ?? bodies[route.id] ?? {};
      const body = route.method === "GET" || route.method === "DELETE" ? undefined : given;
      const query = route.id === "addDocument" ? "?kind=terms" : "";
      return toComparable(await testMesh.callRest(own, route.method, path + query, body, headers), id);
    };
    const answer = await ask(otherId);
    expect(answer).toBe(await ask(createUnknownId(otherId)));
    expect(answer).toContain('"status":404');
  });

  test.each(withPairs(bodyReferences))("$id, $parameter of the body: $pair", async (row) => {
    const { route, parameter } = row;
    const [own, other] = [tenants[row.caller], tenants[row.owner]];
    const toBody = bodiesWithRecords[route.id];
    if (!toBody) throw new Error(`${route.id}: add a body to bodiesWithRecords`);
    const otherId = requireRecord(other, route, parameter);
    const ask = async (id: string) => {
      const headers = { "idempotency-key": `tenancy-${row.caller}-${id}` };
      const body = { ...toBody(own.records), [parameter]: id };
      return toComparable(await testMesh.callRest(own, route.method, route.path, body, headers), id);
    };
    const answer = await ask(otherId);
    expect(answer).toBe(await ask(createUnknownId(otherId)));
    expect(answer).toContain('"status":404');
  });

  test.each(withPairs(queryReferences))("$id, ?$parameter=: $pair", async ({ route, parameter, caller, owner }) => {
    const [own, other] = [tenants[caller], tenants[owner]];
    const otherId = requireRecord(other, route, parameter);
    const ask = async (id: string) =>
      toComparable(await testMesh.callRest(own, route.method, `${route.path}?${parameter}=${id}`), id);
    const answer = await ask(otherId);
    expect(answer).toBe(await ask(createUnknownId(otherId)));
    for (const id of Object.values(other.records)) expect(answer).not.toContain(id);
  });
});

describe("a list over REST shows no record of another business", () => {
  const lists = routes.filter(
    ({ method, caller, path }) => method === "GET" && caller === "tenant" && !path.includes("{"),
  );
  test.each(withPairs(lists.map((route) => ({ id: route.id, route }))))(
    "$id: $pair",
    async ({ route, caller, owner }) => {
      const [own, other] = [tenants[caller], tenants[owner]];
      const { status, body } = await testMesh.callRest(own, "GET", route.path);
      expect(status).toBe(200);
      // Gift types are a catalogue that all businesses share; slugs of courses are made for each tenant.
      const ids = Object.entries(other.records).flatMap(([name, id]) => (name.startsWith("gift_type_") ? [] : [id]));
      expect(ids.filter((id) => JSON.stringify(body).includes(`"${id}"`))).toEqual([]);
    },
  );
});

test.each(pairs)("the id of another business in x-business-id: $pair", async ({ caller, owner }) => {
  const [own, other] = [tenants[caller], tenants[owner]];
  const asOther = { ...own, businessId: other.sandboxId ?? other.businessId };
  const answer = await testMesh.callRest(asOther, "GET", "/v1/public/webhooks/endpoints");
  if (caller === "live") {
    expect(answer).toMatchObject({ status: 403, body: { error: "forbidden" } });
  } else {
    // The key alone decides whose data is used: the id of the live business means its sandbox.
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toContain(other.records["endpoint_id"]);
  }
});

interface Parameter {
  id: string;
  route: Route;
  parameter: string;
}

function listParameters(select: (route: Route) => readonly string[]): Parameter[] {
  return routes
    .filter(({ caller }) => caller === "tenant")
    .flatMap((route) => select(route).map((parameter) => ({ id: route.id, route, parameter })));
}

function requireRecord({ records }: SeededTenant, route: Route, parameter: string): string {
  const place = parameter === "id" ? (/\/([\w-]+)\/\{id\}/.exec(route.path)?.[1] ?? "") : parameter;
  if (Object.hasOwn(noRecords, place)) return noRecords[place] ?? "";
  const id = records[recordsByPlace[place] ?? ""];
  if (id === undefined) throw new Error(`${route.id}: add {${parameter}} after "${place}" to recordsByPlace`);
  return id;
}

function requireTool(name: string): CatalogTool {
  const found = tools.find((tool) => tool.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
}
