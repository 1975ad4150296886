import { type CatalogTool, tools } from "@tenant-ops/proto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type House, startHouse, type ToolAnswer } from "./support/house.js";
import {
  getRecordId,
  givenResident,
  idParameters,
  randomLike,
  type Resident,
  validArguments,
} from "./support/residents.js";

let house: House;
let own: Resident;
let other: Resident;
beforeAll(async () => {
  house = await startHouse();
  [own, other] = await Promise.all([givenResident(house), givenResident(house)]);
});
afterAll(() => house.stop());

/** The answer without what must differ: the request's id, and the id that was asked for. */
function comparable({ status, body }: ToolAnswer, asked: string): string {
  const { request_id: _, proposal_token: __, expires_at: ___, ...rest } = body;
  return JSON.stringify({ status, rest }).replaceAll(asked, "<asked>");
}

const withIds = tools.flatMap((tool) => idParameters(tool).map((parameter) => ({ tool, name: tool.name, parameter })));

describe("another business's id gives the same answer as one that names nothing", () => {
  test.each(withIds)("$name, $parameter", async ({ tool, parameter }) => {
    const args = validArguments(tool, own);
    const foreign = getRecordId(other, tool, parameter);
    const random = randomLike(foreign);
    const ask = (id: string) => house.tool(own, tool.name, { ...args, [parameter]: id });

    expect(comparable(await ask(foreign), foreign)).toBe(comparable(await ask(random), random));
  });

  test("roulettes_create_roulette, item_id of a gift", async () => {
    const tool = toolNamed("roulettes_create_roulette");
    const ask = async (id: string) => {
      const args = validArguments(tool, { ...own, records: { ...own.records, item_id: id } });
      return comparable(await house.tool(own, tool.name, args), id);
    };
    const foreign = other.records["item_id"] ?? "";
    expect(await ask(foreign)).toBe(await ask(randomLike(foreign)));
  });
});

// Without this the test above could compare two refusals of something else.
describe("the same call with the business's own id is let in", () => {
  const harmless = withIds.filter(({ tool }) => !tool.isWrite);
  test.each(harmless)("$name, $parameter", async ({ tool }) => {
    const { status, body } = await house.tool(own, tool.name, validArguments(tool, own));
    expect(body).not.toHaveProperty("error");
    expect(status).toBe(200);
  });
});

describe("over REST too", () => {
  test.each([
    ["GET", "/v1/public/supply/center-stocks/{}/movements", "center_stock_id", undefined],
    ["POST", "/v1/public/supply/center-stocks/{}/receive", "center_stock_id", { quantity: 1 }],
    ["POST", "/v1/public/supply/center-stocks/{}/count", "center_stock_id", { counted: 1 }],
    ["PATCH", "/v1/public/roulettes/{}", "roulette_id", { isActive: true }],
    ["POST", "/v1/public/roulettes/{}/spins", "roulette_id", { user_id: "u" }],
    ["POST", "/v1/public/courses/{}/sessions", "course_id", { user_id: "u", fullName: "U", email: "u@example.com" }],
    ["GET", "/v1/public/sessions/{}", "session_id", undefined],
    ["POST", "/v1/public/sessions/{}/exam", "session_id", { score: 90 }],
  ])("%s %s", async (method, path, record, body) => {
    const foreign = other.records[record] ?? (await centerStockOf(other));
    const ask = async (id: string) => {
      const headers = { "idempotency-key": `tenancy-${id}` };
      return comparable(await house.rest(own, method, path.replace("{}", id), body, headers), id);
    };
    const answer = await ask(foreign);
    expect(answer).toBe(await ask(randomLike(foreign)));
    expect(answer).toContain('"status":404');
  });

  test("a business id that is not the key's is refused", async () => {
    const answer = await house.rest({ ...own, businessId: other.businessId }, "GET", "/v1/public/webhooks");
    expect(answer).toMatchObject({ status: 403, body: { error: "forbidden" } });
  });
});

async function centerStockOf(business: Resident): Promise<string> {
  const { items } = await house.done(business, "supply_list_service_center_stocks");
  return (items as { _id: string }[])[0]?._id ?? "";
}

function toolNamed(name: string): CatalogTool {
  const found = tools.find((tool) => tool.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
}
