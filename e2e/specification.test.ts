import {
  differences,
  readDefaults,
  specifiedPairs,
  specifiedRefusals,
  specifiedResources,
  specifiedTools,
} from "@tenant-ops/proto/specification";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { liveADay, newSlug } from "./support/day.js";
import { callThrough, doors, type JsonObject, legacyVersions, type Outcome, rpc, versions } from "./support/doors.js";
import { type Business, type House, send, startHouse } from "./support/house.js";
import { givenLargeBusiness } from "./support/large.js";
import { fillArguments, givenResident, type Resident } from "./support/residents.js";

// The specification against the whole mesh. Its tables stand in proto/specification. They are written by hand from service.md
// and not generated from the contract.
let house: House;
let own: Resident;
/** Another business, which writes. */
let writer: Resident;
const days = new Map<string, Map<string, Outcome>>();
beforeAll(async () => {
  house = await startHouse();
  // A business per door, so that each sees only what came through it.
  const live = async (door: string) => {
    const business = await house.newBusiness();
    days.set(door, await liveADay(house, business, (name, args) => callThrough(door, house.url, business, name, args)));
  };
  [own, writer] = await Promise.all([givenResident(house), givenResident(house), ...doors.map(live)]);
});
afterAll(() => house.stop());

describe.each(doors)("through the door %s", (door) => {
  test.each(specifiedTools)(
    "$name takes what is specified and answers what is specified",
    ({ name, answer: shape }) => {
      const { answer, error, wrong } = days.get(door)?.get(name) ?? {};
      expect({ error, wrong }).toEqual({});
      expect(differences(shape, answer)).toEqual([]);
    },
  );
});

test.each(legacyVersions)("a client of %s agrees on that version", async (version) => {
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "e2e", version: "1" } };
  const { body } = await rpc(version, house.url, own, "initialize", params);
  expect(body["result"]).toMatchObject({ protocolVersion: version });
});

const nulls = (defaults: JsonObject) => Object.fromEntries(Object.keys(defaults).map((name) => [name, null]));
const spelledOut = (defaults: JsonObject) =>
  Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== undefined));

describe("a parameter that is left out, is null, or is the specified default means the same", () => {
  test.each(specifiedPairs)("$propose.name", async ({ propose }) => {
    const defaults = readDefaults(propose);
    const args = fillArguments(own, propose.arguments);
    const ask = async (more: JsonObject) => {
      const { preview, checks, warnings } = await house.done(own, propose.name, { ...more, ...args });
      return { preview, checks, warnings };
    };
    const [shortest, ...others] = await Promise.all([ask({}), ask(nulls(defaults)), ask(spelledOut(defaults))]);
    expect(shortest.preview).toMatchObject(propose.shows ?? {});
    expect(others).toEqual([shortest, shortest]);
  });

  test.each(specifiedTools.filter(({ kind }) => kind === "read"))("$name", async (tool) => {
    const defaults = readDefaults(tool);
    const ask = (more: JsonObject) => house.done(own, tool.name, { ...more, ...fillArguments(own, tool.arguments) });
    const [shortest, ...others] = await Promise.all([ask({}), ask(nulls(defaults)), ask(spelledOut(defaults))]);
    expect(others).toEqual([shortest, shortest]);
  });
});

describe("the writing tool takes what its preview takes", () => {
  test.each(specifiedPairs)("$write.name, with null wherever null may stand", async ({ write }) => {
    const args = { ...nulls(readDefaults(write)), ...fillArguments(writer, write.arguments) };
    const answer = await house.done(writer, write.name, args);
    expect(differences(write.answer, answer)).toEqual([]);
  });
});

test("an item of a business with another currency is in MXN too, and in the business's country", async () => {
  const colombian = await newBusinessIn("CO", "COP", "America/Bogota");
  const { preview } = await house.done(colombian, "roulettes_propose_item", { name: "Termo", available_stock: 1 });
  expect(preview).toMatchObject({ currency: "MXN", country: "CO" });
});

async function newBusinessIn(country: string, currency: string, timeZone: string): Promise<Business> {
  const { businessId } = await house.admin("POST", "/businesses", { name: "Otra", country, currency, timeZone });
  const made = await house.admin("POST", `/businesses/${businessId}/keys`, { name: "test" });
  return { businessId: String(businessId), keyId: String(made["keyId"]), key: String(made["key"]) };
}

describe("a list without a limit", () => {
  let large: Promise<Business>;
  beforeAll(() => void (large = givenLargeBusiness(house)));

  test.each([
    ["supply_list_stocks", 100],
    ["supply_list_service_centers", 100],
    ["supply_list_service_center_stocks", 100],
    ["supply_get_low_stock_alerts", 100],
    ["supply_get_withdrawal_history", 50],
    ["learning_list_courses", 100],
    ["learning_get_course_progress", 100],
    ["learning_get_certificates_issued", 100],
    ["flows_list_flows", 100],
  ])("%s answers %d items at most", async (name, limit) => {
    const business = await large;
    expect(await house.done(business, name)).toMatchObject({ count: limit, has_more: true });
    expect(await house.done(business, name, { limit: limit + 1 })).toMatchObject({ count: limit + 1, has_more: false });
  });
});

describe("an update changes what is present and nothing else", () => {
  test.each([
    [{ title: "Otro" }, { title: "Otro" }],
    [{ description: "Otra" }, { description: "Otra" }],
    [{ description: "" }, { description: "" }],
    [{ exam_approve_score: 55.5 }, { examApproveScore: 55.5 }],
    [{ is_certified: true }, { isCertified: true }],
    [{ published: false }, { published: false }],
  ])("of a course: %j", async (change, result) => {
    const course = async () => {
      const { items } = await house.done(own, "learning_list_courses");
      return (items as JsonObject[]).find(({ _id }) => _id === own.records["course_id"]);
    };
    await house.done(own, "learning_approve_update_course", { course_id: own.records["course_id"], published: true });
    const before = await course();
    await house.done(own, "learning_approve_update_course", { course_id: own.records["course_id"], ...change });
    expect(await course()).toEqual({ ...before, ...result, updated_at: expect.anything() });
  });

  const fields = [{ text: "Correo", value: "correo", type: "email", placeholder: "…", isRequired: true }];
  test.each([
    [{ name: "Otro" }, { name: "Otro" }],
    [{ is_active: true }, { isActive: true }],
    [{ is_active: false }, { isActive: false }],
    [{ registration_fields: fields }, { registrationFields: fields }],
    [{ source: "facebook" }, { source: "facebook" }],
    [{ medium: "cpc" }, { medium: "cpc" }],
    [{ campaign: "verano" }, { campaign: "verano" }],
    [{ content: "video" }, { content: "video" }],
    [{ content: "" }, { content: "" }],
    [{ is_bank_provider_required: true }, { isBankProviderRequired: true }],
    [
      { redirect_url: "https://example.org/" },
      { redirect: expect.objectContaining({ type: "url", url: "https://example.org/" }) },
    ],
  ])("of a flow: %j", async (change, result) => {
    const slug = own.records["slug"];
    const before = await house.done(own, "flows_get_flow_by_slug", { slug });
    await house.done(own, "flows_approve_update_flow", { slug, ...change });
    const after = await house.done(own, "flows_get_flow_by_slug", { slug });
    expect(after).toEqual({ ...before, ...result, updatedAt: expect.anything() });
  });
});

describe.each(versions)("the resources in protocol %s", (version) => {
  test("have the specified addresses and names", async () => {
    const { body } = await rpc(version, house.url, own, "resources/list");
    const { resources } = body["result"] as { resources: { uri: string; name: string }[] };
    const listed = resources.map(({ uri, name }) => ({ uri, name }));
    expect(listed).toEqual(specifiedResources.map(({ uri, name }) => ({ uri, name })));
  });

  test.each(specifiedResources)("$uri says what is specified", async ({ uri, words }) => {
    const { body } = await rpc(version, house.url, own, "resources/read", { uri });
    const { contents } = body["result"] as { contents: { uri: string; text: string }[] };
    expect(contents).toMatchObject([{ uri, mimeType: expect.stringMatching(/^text\//) }]);
    const text = contents[0]?.text ?? "";
    expect(words.filter((word) => !new RegExp(`(?<!\\w)${word}(?!\\w)`).test(text))).toEqual([]);
  });
});

describe("the transport", () => {
  const call = { name: "supply_list_stocks", arguments: {} };
  const post = (path: string, body: object, headers: Record<string, string>) =>
    send("POST", `${house.url}${path}`, body, headers);

  test("both paths answer the same", async () => {
    const [first, second] = await Promise.all(
      ["/mcp", "/cognitive-layer/mcp"].map((path) => post(path, call, { "X-API-Key": own.key })),
    );
    expect(second?.body).toEqual(first?.body);
    expect(second?.status).toBe(200);
  });

  test("an access token stands for the key", async () => {
    const credentials = { grant_type: "client_credentials", client_id: own.businessId, client_secret: own.key };
    const { body } = await post("/oauth/token", credentials, {});
    expect(body["access_token"]).toEqual(expect.any(String));
    const answer = await post("/mcp", call, { authorization: `Bearer ${String(body["access_token"])}` });
    expect(answer.status).toBe(200);
  });

  const unbound = "ValueError: MCP tools require tenant-bound auth (tenant key or OAuth Bearer)";
  test.each<[string, () => Record<string, string>, number, string]>([
    ["no key", () => ({}), 401, "Unauthorized"],
    ["a key that nobody has", () => ({ "X-API-Key": `svc_live_${"a".repeat(38)}` }), 401, "Unauthorized"],
    ["a key without the prefix", () => ({ "X-API-Key": own.key.slice(4) }), 401, "Unauthorized"],
    ["the wrong header", () => ({ Authorization: own.key }), 401, "Unauthorized"],
    ["a credential without a business", () => ({ Authorization: `Bearer ${house.mesh.operatorKey}` }), 400, unbound],
  ])("%s is refused in the specified words", async (_, headers, status, words) => {
    const answer = await post("/mcp", call, headers());
    expect(answer.status).toBe(status);
    expect(String(answer.body["detail"]).startsWith(words)).toBe(true);
  });

  test("REST takes x-api-key with x-business-id, and answers lists", async () => {
    for (const path of ["/v1/public/webhooks", "/v1/public/campaigns"]) {
      expect(await house.rest(own, "GET", path)).toMatchObject({ status: 200, body: expect.any(Array) });
      const foreign = await house.rest({ ...own, businessId: writer.businessId }, "GET", path);
      expect(foreign).toMatchObject({ status: 403, body: { error: "forbidden", detail: expect.any(String) } });
    }
  });
});

describe("what the specification refuses, a preview refuses and a write refuses", () => {
  test.each(specifiedRefusals)("$what", async ({ write, wrong, error }) => {
    const pair = specifiedPairs.find((one) => one.write.name === write);
    const args = fillArguments(own, { ...pair?.write.arguments, ...wrong });
    for (const name of [pair?.propose.name ?? "", write]) {
      const { body, headers } = await house.tool(own, name, args);
      const requestId = headers.get("x-request-id");
      expect(body).toEqual({ error, detail: expect.stringMatching(/\S/), request_id: requestId });
    }
  });

  test("a roulette that is not there", async () => {
    const { body } = await house.tool(own, "roulettes_get_roulette", { roulette_id: "x" });
    expect(body["detail"]).toMatch(/^Roulette not found or does not belong to this business/);
  });

  test.each(["flows_get_flow_by_slug", "flows_propose_update_flow", "flows_approve_update_flow"])(
    "%s of a flow that is not there",
    async (name) => {
      const answer = await house.tool(own, name, { slug: newSlug("none") });
      expect(answer).toMatchObject({ status: 404, body: { error: "flow_not_found" } });
    },
  );
});
