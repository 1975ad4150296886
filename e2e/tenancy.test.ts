import { type CatalogTool, tools } from "@tenant-ops/proto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestMesh, startTestMesh, type HttpAnswer } from "./support/test-mesh.js";
import {
  getRecordId,
  createSeededTenant,
  listIdArguments,
  createUnknownId,
  type SeededTenant,
  fillSampleArguments,
} from "./support/seeded-tenants.js";

let testMesh: TestMesh;
let own: SeededTenant;
let other: SeededTenant;
beforeAll(async () => {
  testMesh = await startTestMesh();
  [own, other] = await Promise.all([createSeededTenant(testMesh), createSeededTenant(testMesh)]);
});
afterAll(() => testMesh.stop());

/** The answer without the parts that always differ: the request id and the requested id. */
function toComparable({ status, body }: HttpAnswer, asked: string): string {
  const { request_id: _, proposal_token: __, expires_at: ___, ...rest } = body;
  return JSON.stringify({ status, rest }).replaceAll(asked, "<asked>");
}

const withIds = tools.flatMap((tool) =>
  listIdArguments(tool).map((parameter) => ({ tool, name: tool.name, parameter })),
);

describe("an id of another business gets the same answer as an unknown id", () => {
  test.each(withIds)("$name, $parameter", async ({ tool, parameter }) => {
    const args = fillSampleArguments(tool, own);
    const otherId = getRecordId(other, tool, parameter);
    const random = createUnknownId(otherId);
    const ask = (id: string) => testMesh.callTool(own, tool.name, { ...args, [parameter]: id });

    expect(toComparable(await ask(otherId), otherId)).toBe(toComparable(await ask(random), random));
  });

  test("roulettes_create_roulette, item_id of a gift", async () => {
    const tool = requireTool("roulettes_create_roulette");
    const ask = async (id: string) => {
      const args = fillSampleArguments(tool, { ...own, records: { ...own.records, item_id: id } });
      return toComparable(await testMesh.callTool(own, tool.name, args), id);
    };
    const otherId = other.records["item_id"] ?? "";
    expect(await ask(otherId)).toBe(await ask(createUnknownId(otherId)));
  });
});

// Proves that the refusals above are caused by the id and by nothing else.
describe("the same call with an id of the own business succeeds", () => {
  const readOnly = withIds.filter(({ tool }) => !tool.isWrite);
  test.each(readOnly)("$name, $parameter", async ({ tool }) => {
    const { status, body } = await testMesh.callTool(own, tool.name, fillSampleArguments(tool, own));
    expect(body).not.toHaveProperty("error");
    expect(status).toBe(200);
  });
});

describe("over REST", () => {
  test.each([
    ["GET", "/v1/public/supply/center-stocks/{}/movements", "center_stock_id", undefined],
    ["GET", "/v1/public/supply/stocks/{}", "stock_id", undefined],
    ["GET", "/v1/public/supply/centers/{}", "service_center_id", undefined],
    ["GET", "/v1/public/supply/center-stocks/{}", "center_stock_id", undefined],
    ["GET", "/v1/public/supply/center-stocks?stockId={}", "stock_id", undefined],
    ["GET", "/v1/public/supply/center-stocks?serviceCenterId={}", "service_center_id", undefined],
    ["GET", "/v1/public/supply/withdrawals?stockId={}", "stock_id", undefined],
    ["GET", "/v1/public/supply/withdrawals?serviceCenterId={}", "service_center_id", undefined],
    ["GET", "/v1/public/supply/movements?serviceCenterId={}", "service_center_id", undefined],
    ["GET", "/v1/public/supply/transfers?fromCenterId={}", "service_center_id", undefined],
    ["POST", "/v1/public/supply/center-stocks/{}/receive", "center_stock_id", { quantity: 1 }],
    ["POST", "/v1/public/supply/center-stocks/{}/count", "center_stock_id", { counted: 1 }],
    ["GET", "/v1/public/roulettes/{}", "roulette_id", undefined],
    ["PATCH", "/v1/public/roulettes/{}", "roulette_id", { isActive: true }],
    ["POST", "/v1/public/roulettes/{}/gifts/0/units", "roulette_id", { addUnits: 1 }],
    ["POST", "/v1/public/roulettes/{}/spins", "roulette_id", { userId: "u" }],
    ["GET", "/v1/public/roulettes/{}/spins", "roulette_id", undefined],
    ["GET", "/v1/public/prizes?rouletteId={}", "roulette_id", undefined],
    ["GET", "/v1/public/roulette-items/{}", "item_id", undefined],
    ["PATCH", "/v1/public/roulette-items/{}", "item_id", { name: "Cap" }],
    ["POST", "/v1/public/roulette-items/{}/stock", "item_id", { addUnits: 1 }],
    ["GET", "/v1/public/prizes/{}", "prize_id", undefined],
    ["POST", "/v1/public/prizes/{}/claim", "prize_id", {}],
    ["POST", "/v1/public/courses/{}/sessions", "course_id", { userId: "u", fullName: "U", email: "u@example.com" }],
    ["GET", "/v1/public/courses/{}", "course_id", undefined],
    ["PATCH", "/v1/public/courses/{}", "course_id", { published: true }],
    ["GET", "/v1/public/courses/{}/modules", "course_id", undefined],
    ["PUT", "/v1/public/courses/{}/modules", "course_id", { modules: [{ _id: "m", title: "M" }] }],
    ["GET", "/v1/public/courses/{}/sessions", "course_id", undefined],
    ["GET", "/v1/public/courses/statistics?courseId={}", "course_id", undefined],
    ["GET", "/v1/public/sessions?courseId={}", "course_id", undefined],
    ["GET", "/v1/public/certificates?courseId={}", "course_id", undefined],
    ["GET", "/v1/public/sessions/{}", "session_id", undefined],
    ["GET", "/v1/public/sessions/{}/attempts", "session_id", undefined],
    ["POST", "/v1/public/sessions/{}/certificate", "session_id", undefined],
    ["POST", "/v1/public/sessions/{}/exam", "session_id", { score: 90 }],
    ["GET", "/v1/public/flows/{}", "slug", undefined],
    ["PATCH", "/v1/public/flows/{}", "slug", { name: "Mine" }],
    ["GET", "/v1/public/flows/{}/registrations", "slug", undefined],
    ["GET", "/v1/public/flows/{}/registrations/reg_x", "slug", undefined],
  ])("%s %s", async (method, path, record, body) => {
    const otherId = other.records[record] ?? "";
    const ask = async (id: string) => {
      const headers = { "idempotency-key": `tenancy-${id}` };
      return toComparable(await testMesh.callRest(own, method, path.replace("{}", id), body, headers), id);
    };
    const answer = await ask(otherId);
    expect(answer).toBe(await ask(createUnknownId(otherId)));
    expect(answer).toContain('"status":404');
  });

  test("a business id that does not belong to the key is refused", async () => {
    const answer = await testMesh.callRest({ ...own, businessId: other.businessId }, "GET", "/v1/public/webhooks");
    expect(answer).toMatchObject({ status: 403, body: { error: "forbidden" } });
  });
});

function requireTool(name: string): CatalogTool {
  const found = tools.find((tool) => tool.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
}
