import {
  findDifferences,
  readDefaults,
  type SpecifiedTool,
  specifiedPairs,
  specifiedRefusals,
  specifiedResources,
  specifiedTools,
} from "@tenant-ops/proto/specification";
import { eventually } from "@tenant-ops/kit/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { runAllToolsScenario, createSlug } from "./support/calls/all-tools-scenario.js";
import {
  operationsPairs,
  operationsReads,
  operationsTools,
  type TestedTool,
} from "./support/calls/operations-tools.js";
import {
  callOver,
  transports,
  type JsonObject,
  legacyVersions,
  type TransportOutcome,
  sendRpc,
  versions,
} from "./support/calls/transports.js";
import { type Business, type TestMesh, sendJson, useSharedMesh } from "./support/mesh/test-mesh.js";
import { createLargeBusiness } from "./support/records/large-business.js";
import { fillArguments, createSeededTenant, type SeededTenant } from "./support/records/seeded-tenants.js";

// The specification against the whole mesh. Its tables stand in proto/specification. They are written by hand from service.md
// and not generated from the contract. The tools of the toolset `operations` are tested with what the contract says.
const toTested = (tool: SpecifiedTool): TestedTool => ({
  ...{ name: tool.name, arguments: tool.arguments, defaults: readDefaults(tool) },
  findProblems: (answer) => findDifferences(tool.answer, answer),
});
const allTools = [...specifiedTools.map(toTested), ...operationsTools];
const allReads = [...specifiedTools.filter(({ kind }) => kind === "read").map(toTested), ...operationsReads];
const allPairs = [
  ...specifiedPairs.map(({ propose, write }) => ({
    ...{ propose: toTested(propose), write: toTested(write) },
    shows: propose.shows,
  })),
  ...operationsPairs.map((pair) => ({ ...pair, shows: undefined })),
];

let testMesh: TestMesh;
let own: SeededTenant;
/** Another business, which writes. */
let writer: SeededTenant;
const scenarios = new Map<string, Map<string, TransportOutcome>>();
beforeAll(async () => {
  testMesh = await useSharedMesh();
  // One business per transport, so that each contains only the records of its own calls.
  const runScenario = async (transport: string) => {
    const business = await testMesh.createBusiness({ toolsets: ["all"] });
    scenarios.set(
      transport,
      await runAllToolsScenario(testMesh, business, (name, args) =>
        callOver(transport, testMesh.url, business, name, args),
      ),
    );
  };
  [own, writer] = await Promise.all([
    createSeededTenant(testMesh),
    createSeededTenant(testMesh),
    ...transports.map(runScenario),
  ]);
  // No server listens at the endpoint. The second attempt is after five seconds, the third after five minutes: in between the delivery does not
  // change.
  await eventually(async () => {
    const { items } = await testMesh.callToolOrThrow(own, "webhooks_list_deliveries", { status: "pending" });
    const early = (items as { deliveryAttempt: number }[]).filter(({ deliveryAttempt }) => deliveryAttempt < 2);
    if (early.length > 0) throw new Error("a second attempt is still to come");
  }, 120_000);
  // Longer than the default: six scenarios with every tool, and two seeded tenants.
}, 600_000);

describe.each(transports)("over the transport %s", (transport) => {
  test.each(allTools)(
    "$name accepts the specified parameters and answers the specified fields",
    ({ name, findProblems }) => {
      const { answer, error, problem } = scenarios.get(transport)?.get(name) ?? {};
      expect({ error, problem }).toEqual({});
      expect(findProblems(answer)).toEqual([]);
    },
  );
});

test.each(legacyVersions)("a client of %s negotiates that version", async (version) => {
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "e2e", version: "1" } };
  const { body } = await sendRpc(version, testMesh.url, own, "initialize", params);
  expect(body["result"]).toMatchObject({ protocolVersion: version });
});

const nulls = (defaults: JsonObject) => Object.fromEntries(Object.keys(defaults).map((name) => [name, null]));
const withDefaults = (defaults: JsonObject) =>
  Object.fromEntries(Object.entries(defaults).filter(([, value]) => value !== undefined));

describe("a parameter that is left out, is null, or is the specified default means the same", () => {
  test.each(allPairs)("$propose.name", async ({ propose, shows = {} }) => {
    const { defaults } = propose;
    const args = fillArguments(own, propose.arguments);
    const ask = async (more: JsonObject) => {
      const { preview, checks, warnings } = await testMesh.callToolOrThrow(own, propose.name, { ...more, ...args });
      return { preview, checks, warnings };
    };
    const [shortest, ...others] = await Promise.all([ask({}), ask(nulls(defaults)), ask(withDefaults(defaults))]);
    expect(shortest.preview).toMatchObject(shows);
    expect(others).toEqual([shortest, shortest]);
  });

  test.each(allReads)("$name", async (tool) => {
    const { defaults } = tool;
    const ask = (more: JsonObject) =>
      testMesh.callToolOrThrow(own, tool.name, { ...more, ...fillArguments(own, tool.arguments) });
    const [shortest, ...others] = await Promise.all([ask({}), ask(nulls(defaults)), ask(withDefaults(defaults))]);
    expect(others).toEqual([shortest, shortest]);
  });
});

describe("the writing tool takes what its preview takes", () => {
  test.each(allPairs)("$write.name, with null wherever null may stand", async ({ write }) => {
    const args = { ...nulls(write.defaults), ...fillArguments(writer, write.arguments) };
    const answer = await testMesh.callToolOrThrow(writer, write.name, args);
    expect(write.findProblems(answer)).toEqual([]);
  });
});

test("an item has the currency MXN by default and the country of its business", async () => {
  const colombian = await newBusinessIn("CO", "COP", "America/Bogota");
  const { preview } = await testMesh.callToolOrThrow(colombian, "roulettes_propose_item", {
    name: "Termo",
    available_stock: 1,
  });
  expect(preview).toMatchObject({ currency: "MXN", country: "CO" });
});

async function newBusinessIn(country: string, currency: string, timeZone: string): Promise<Business> {
  const { _id: businessId } = await testMesh.callAdmin("POST", "/businesses", {
    name: "Otra",
    country,
    currency,
    timeZone,
  });
  const created = await testMesh.callAdmin("POST", `/businesses/${businessId}/keys`, { name: "test" });
  return { businessId: String(businessId), keyId: String(created["_id"]), key: String(created["key"]) };
}

describe("a list without a limit", () => {
  let large: Promise<Business>;
  beforeAll(() => void (large = createLargeBusiness(testMesh)));

  const limited = specifiedTools.flatMap((tool): [string, number][] => {
    const { limit } = readDefaults(tool);
    return typeof limit === "number" ? [[tool.name, limit]] : [];
  });
  test.each(limited)("%s answers at most %d items", async (name, limit) => {
    const business = await large;
    expect(await testMesh.callToolOrThrow(business, name)).toMatchObject({ count: limit, has_more: true });
    expect(await testMesh.callToolOrThrow(business, name, { limit: limit + 1 })).toMatchObject({
      count: limit + 1,
      has_more: false,
    });
  });
});

describe("an update changes the present fields and no others", () => {
  test.each([
    [{ title: "Otro" }, { title: "Otro" }],
    [{ description: "Otra" }, { description: "Otra" }],
    [{ description: "" }, { description: "" }],
    [{ exam_approve_score: 55.5 }, { examApproveScore: 55.5 }],
    [{ is_certified: true }, { isCertified: true }],
    [{ published: false }, { published: false }],
  ])("of a course: %j", async (change, result) => {
    const course = async () => {
      const { items } = await testMesh.callToolOrThrow(own, "learning_list_courses");
      return (items as JsonObject[]).find(({ _id }) => _id === own.records["course_id"]);
    };
    await testMesh.callToolOrThrow(own, "learning_approve_update_course", {
      course_id: own.records["course_id"],
      published: true,
    });
    const before = await course();
    await testMesh.callToolOrThrow(own, "learning_approve_update_course", {
      course_id: own.records["course_id"],
      ...change,
    });
    expect(await course()).toEqual({ ...before, ...result, updatedAt: expect.anything() });
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
    const before = await testMesh.callToolOrThrow(own, "flows_get_flow_by_slug", { slug });
    await testMesh.callToolOrThrow(own, "flows_approve_update_flow", { slug, ...change });
    const after = await testMesh.callToolOrThrow(own, "flows_get_flow_by_slug", { slug });
    // The checklist says what the change makes of the flow.
    expect(after).toEqual({ ...before, ...result, checklist: expect.anything(), updatedAt: expect.anything() });
  });
});

describe.each(versions)("the resources in protocol %s", (version) => {
  test("have the specified addresses and names", async () => {
    const { body } = await sendRpc(version, testMesh.url, own, "resources/list");
    const { resources } = body["result"] as { resources: { uri: string; name: string }[] };
    const listed = resources.map(({ uri, name }) => ({ uri, name }));
    expect(listed).toEqual(specifiedResources.map(({ uri, name }) => ({ uri, name })));
  });

  test.each(specifiedResources)("$uri contains the specified words", async ({ uri, words }) => {
    const { body } = await sendRpc(version, testMesh.url, own, "resources/read", { uri });
    const { contents } = body["result"] as { contents: { uri: string; text: string }[] };
    expect(contents).toMatchObject([{ uri, mimeType: expect.stringMatching(/^text\//) }]);
    const text = contents[0]?.text ?? "";
    expect(words.filter((word) => !new RegExp(`(?<!\\w)${word}(?!\\w)`).test(text))).toEqual([]);
  });
});

describe("the transport", () => {
  const call = { name: "supply_list_stocks", arguments: {} };
  const post = (path: string, body: object, headers: Record<string, string>) =>
    sendJson("POST", `${testMesh.url}${path}`, body, headers);

  test("both paths give the same answer", async () => {
    const [first, second] = await Promise.all(
      ["/mcp", "/cognitive-layer/mcp"].map((path) => post(path, call, { "X-API-Key": own.key })),
    );
    expect(second?.body).toEqual(first?.body);
    expect(second?.status).toBe(200);
  });

  test("an access token is accepted in place of the key", async () => {
    const credentials = { grant_type: "client_credentials", client_id: own.businessId, client_secret: own.key };
    const { body } = await post("/oauth/token", credentials, {});
    expect(body["access_token"]).toEqual(expect.any(String));
    const answer = await post("/mcp", call, { authorization: `Bearer ${String(body["access_token"])}` });
    expect(answer.status).toBe(200);
  });

  const unbound = "ValueError: MCP tools require tenant-bound auth (tenant key or OAuth Bearer)";
  test.each<[string, () => Record<string, string>, number, string]>([
    ["no key", () => ({}), 401, "Unauthorized"],
    ["an unknown key", () => ({ "X-API-Key": `svc_live_${"a".repeat(38)}` }), 401, "Unauthorized"],
    ["a key without the prefix", () => ({ "X-API-Key": own.key.slice(4) }), 401, "Unauthorized"],
    ["the wrong header", () => ({ Authorization: own.key }), 401, "Unauthorized"],
    ["a credential without a business", () => ({ Authorization: `Bearer ${testMesh.mesh.operatorKey}` }), 400, unbound],
  ])("%s is refused with the specified sentence", async (_, headers, status, words) => {
    const answer = await post("/mcp", call, headers());
    expect(answer.status).toBe(status);
    expect(String(answer.body["detail"]).startsWith(words)).toBe(true);
  });

  test("REST accepts x-api-key with x-business-id, and answers lists", async () => {
    const lists = { "/v1/public/webhooks": expect.any(Array), "/v1/public/campaigns": { items: expect.any(Array) } };
    for (const [path, body] of Object.entries(lists)) {
      expect(await testMesh.callRest(own, "GET", path)).toMatchObject({ status: 200, body });
      const foreign = await testMesh.callRest({ ...own, businessId: writer.businessId }, "GET", path);
      expect(foreign).toMatchObject({ status: 403, body: { error: "forbidden", detail: expect.any(String) } });
    }
  });
});

describe("preview and write refuse what the specification refuses", () => {
  test.each(specifiedRefusals)("$what", async ({ write, wrong, error }) => {
    const pair = allPairs.find((one) => one.write.name === write);
    const args = fillArguments(own, { ...pair?.write.arguments, ...wrong });
    for (const name of [pair?.propose.name ?? "", write]) {
      const { body, headers } = await testMesh.callTool(own, name, args);
      const requestId = headers.get("x-request-id");
      const { problems: _problems, ...specified } = body;
      expect(specified).toEqual({ error, detail: expect.stringMatching(/\S/), request_id: requestId });
    }
  });

  test("an unknown roulette", async () => {
    const { body } = await testMesh.callTool(own, "roulettes_get_roulette", { roulette_id: "x" });
    expect(body["detail"]).toMatch(/^Roulette not found or does not belong to this business/);
  });

  test.each(["flows_get_flow_by_slug", "flows_propose_update_flow", "flows_approve_update_flow"])(
    "%s of an unknown flow",
    async (name) => {
      const answer = await testMesh.callTool(own, name, { slug: createSlug("none") });
      expect(answer).toMatchObject({ status: 404, body: { error: "flow_not_found" } });
    },
  );
});
