import { randomBytes } from "node:crypto";
import { newId } from "@tenant-ops/kit/data";
import { type CatalogTool, tools } from "@tenant-ops/proto";
import { fillPlaceholders, getSample, listPlaceholders, listRecordArguments } from "@tenant-ops/proto/testing";
import type { Business, TestMesh } from "../mesh/test-mesh.js";

/** A business with one record of every kind. `records` maps a parameter name to the id of its record. */
export interface SeededTenant extends Business {
  records: Record<string, string>;
}

/** The arguments of a tool that name a record: its sample says which. */
export function listIdArguments(tool: CatalogTool): string[] {
  return listRecordArguments(tool).map(({ argument }) => argument);
}

/** The id of this business's record that the tool's sample puts into the argument. */
export function getRecordId({ records }: SeededTenant, tool: CatalogTool, argument: string): string {
  const placeholder = listRecordArguments(tool).find((one) => one.argument === argument)?.placeholder ?? "";
  return records[placeholder] ?? "";
}

/** @param given by default a new business, whose key has every tool, also those that are off unless they are asked for */
export async function createSeededTenant(testMesh: TestMesh, given?: Business): Promise<SeededTenant> {
  const business = given ?? (await testMesh.createBusiness({ toolsets: ["all"] }));
  const call = (name: string, args: object) => testMesh.callToolOrThrow(business, name, args);
  const rest = (method: string, path: string, body: object) =>
    testMesh.callRestOrThrow(business, method, path, body, { "idempotency-key": newId("key") });

  const areas = await Promise.all([
    createSupplyRecords(testMesh, business, call),
    createRouletteRecords(testMesh, business, call, rest),
    createCourseRecords(call, rest),
    createFlowRecords(testMesh, business, call, rest),
  ]);
  const delivery = await createDelivery(testMesh, business);
  const since = new Date(Date.now() - 60_000).toISOString();
  const recovery = await rest("POST", `/v1/public/webhooks/endpoints/${String(delivery["endpointId"])}/recover`, {
    since,
  });
  const personRequest = await rest("POST", "/v1/public/person-requests", {
    kind: "export",
    emails: ["ana@example.com"],
  });
  const records = Object.assign({}, ...areas, {
    endpoint_id: String(delivery["endpointId"]),
    trace_id: String(delivery["traceId"]),
    recovery_id: String(recovery["_id"]),
    person_request_id: String(personRequest["_id"]),
  }) as Record<string, string>;
  const tenant: SeededTenant = { ...business, records };
  for (const tool of tools) await createSampleRecords(testMesh, tenant, tool);
  return tenant;
}

async function createRouletteRecords(testMesh: TestMesh, business: Business, call: CallTool, rest: SendRest) {
  const item = await call("roulettes_create_item", { name: "Cap", available_stock: 5 });
  const giftTypes = Object.entries(await readGiftTypes(testMesh, business));
  const gifts = {
    item_id: String(item["_id"]),
    ...Object.fromEntries(giftTypes.map(([name, id]) => [`gift_type_${name.toLowerCase()}`, id])),
  };
  const tool = tools.find(({ name }) => name === "roulettes_create_roulette");
  const sample = tool ? getSample(tool) : {};
  const roulette = await call("roulettes_create_roulette", fillArguments({ records: gifts }, sample));
  return {
    ...gifts,
    roulette_id: String(roulette["_id"]),
    redirect_target_id: String(roulette["_id"]),
    ...(await winPrize(call, rest, gifts)),
  };
}

async function createCourseRecords(call: CallTool, rest: SendRest) {
  const slug = `course-${newId("x").replace("_", "-")}`;
  const course = await call("learning_approve_create_course", { title: "Safety", slug });
  const courseId = String(course["_id"]);
  await call("learning_approve_update_course", { course_id: courseId, published: true });
  return { course_id: courseId, course_slug: slug, ...(await createSessions(rest, courseId)) };
}

async function createFlowRecords(testMesh: TestMesh, business: Business, call: CallTool, rest: SendRest) {
  const flow = await call("flows_approve_create_flow", {
    name: "Spring",
    slug: `flow-${newId("x").replace("_", "-")}`,
    redirect_type: "url",
    redirect_url: "https://example.com/",
  });
  const slug = String(flow["slug"]);
  const survey = { kind: "survey", name: "Survey", url: "https://example.com/survey" };
  const target = await rest("POST", "/v1/public/flows/targets", survey);
  const campaign = await rest("POST", "/v1/public/campaigns", { utm: { campaign: "spring" } });
  const documents = await createDocument(testMesh, business, slug);
  const testRun = await rest("POST", `/v1/public/flows/${slug}/test-runs`, {});
  const registrationId = await registerVisitor(testMesh, business, flow);
  await rest("PUT", "/v1/public/flows/bank-provider", { url: "http://127.0.0.1:9999/bank", isEnabled: false });
  return {
    slug,
    target_id: String(target["_id"]),
    campaign_id: String(campaign["_id"]),
    registration_id: registrationId,
    ...documents,
    test_run_id: String(testRun["_id"]),
  };
}

/** A document with content of its own, which visitors need not accept. */
async function createDocument(testMesh: TestMesh, business: Business, slug: string) {
  const path = `/v1/public/flows/${slug}/documents?kind=terms&requiresAcceptance=false`;
  const headers = { "content-type": "application/octet-stream" };
  const { status, body } = await testMesh.callRest(business, "POST", path, Buffer.from(`Terms of ${slug}`), headers);
  if (status !== 201) throw new Error(`adding a document answered ${status}: ${JSON.stringify(body)}`);
  return { document_id: String(body["_id"]), document_hash: String(body["sha256"]) };
}

type CallTool = (name: string, args: object) => Promise<Record<string, unknown>>;

/** A product at two centers, a withdrawal, a transfer, and a row of the ledger. */
async function createSupplyRecords(testMesh: TestMesh, business: Business, call: CallTool) {
  const stock = await call("supply_create_stock", { product_name: "Gloves", total_stock: 100, min_stock_alert: 0 });
  const center = await call("supply_create_service_center", { name: "North" });
  const supply = { stock_id: String(stock["_id"]), service_center_id: String(center["_id"]) };
  const centerStock = await call("supply_create_service_center_stock", {
    ...supply,
    current_stock: 50,
    min_stock_alert: 0,
  });
  const otherCenter = await call("supply_create_service_center", { name: "South" });
  await call("supply_create_service_center_stock", {
    stock_id: supply.stock_id,
    service_center_id: otherCenter["_id"],
    current_stock: 50,
    min_stock_alert: 0,
  });
  const spare = await call("supply_create_stock", { product_name: "Masks", total_stock: 100, min_stock_alert: 0 });

  const taken = { stock_id: supply.stock_id, service_center_id: supply.service_center_id };
  const worker = { worker_id: "w-1", email: "w@example.com", quantity: 1 };
  const withdrawal = await call("supply_approve_withdrawal", { ...taken, ...worker });
  const transfer = await call("supply_approve_transfer_stock", {
    stock_id: supply.stock_id,
    from_center_id: supply.service_center_id,
    to_center_id: otherCenter["_id"],
    quantity: 1,
  });
  const movements = await testMesh.callRest(business, "GET", "/v1/public/supply/movements?limit=1");
  const [movement] = movements.body["items"] as { _id: string }[];
  return {
    ...supply,
    center_stock_id: String(centerStock["_id"]),
    other_center_id: String(otherCenter["_id"]),
    spare_stock_id: String(spare["_id"]),
    withdrawal_id: String(withdrawal["_id"]),
    transfer_id: String(transfer["_id"]),
    movement_id: movement?._id ?? "",
  };
}

/** A webhook endpoint at which no server listens, and a ping on its way to it. Returns the entry of the webhook log. */
export async function createDelivery(testMesh: TestMesh, business: Business): Promise<Record<string, unknown>> {
  const path = "/v1/public/webhooks/endpoints";
  const headers = { "idempotency-key": newId("key") };
  const endpoint = await testMesh.callRest(business, "POST", path, { url: "http://127.0.0.1:9999/hook" }, headers);
  const { body } = await testMesh.callRest(business, "POST", `${path}/${String(endpoint.body["_id"])}/ping`);
  if (!body["traceId"]) throw new Error(`no ping: ${JSON.stringify([endpoint.body, body])}`);
  return body;
}

/** Puts the flow online and sends its form. @returns the id of the registration */
async function registerVisitor(
  testMesh: TestMesh,
  business: Business,
  { slug, publicUrl }: Record<string, unknown>,
): Promise<string> {
  await testMesh.callToolOrThrow(business, "flows_approve_update_flow", { slug, is_active: true });
  const body = new URLSearchParams({ first_name: "Ana", last_name: "Torres", country: "MX" });
  const page = new URL(String(publicUrl)).pathname;
  const sent = await fetch(`${testMesh.url}${page}`, { method: "POST", body, redirect: "manual" });
  if (sent.status !== 303) throw new Error(`the form was answered with ${sent.status}`);
  const list = await testMesh.callRest(business, "GET", `/v1/public/flows/${String(slug)}/registrations`);
  const [registration] = list.body["items"] as { _id: string }[];
  return registration?._id ?? "";
}

/** Two completed sessions, and one that is in progress. */
async function createSessions(rest: SendRest, courseId: string) {
  const enroll = async (userId: string): Promise<string> => {
    const learner = { userId, fullName: "Ana", email: "ana@example.com" };
    const session = await rest("POST", `/v1/public/courses/${courseId}/sessions`, learner);
    return String(session["_id"]);
  };
  const completed = [await enroll("learner-1"), await enroll("learner-3")] as const;
  for (const id of completed) await rest("POST", `/v1/public/sessions/${id}/finish`, {});
  return {
    session_id: completed[0],
    second_session_id: completed[1],
    unfinished_session_id: await enroll("learner-2"),
  };
}

type SendRest = (method: string, path: string, body: object) => Promise<Record<string, unknown>>;

/** Spins a roulette that always wins. @returns the ids of the prize and of the spin */
async function winPrize(
  call: (name: string, args: object) => Promise<Record<string, unknown>>,
  rest: SendRest,
  giftTypes: Record<string, string>,
): Promise<{ prize_id: string; spin_id: string }> {
  const gift = (type: string, probability: number) => ({
    value: type,
    message: type,
    probability,
    typeOfGift: { name: type, _id: giftTypes[`gift_type_${type.toLowerCase()}`] },
  });
  const roulette = await call("roulettes_create_roulette", {
    name: "Always",
    gifts: [gift("Points", 1), gift("Perder", 0)],
    time_to_win: 1,
    time_to_lose: 1,
    text_to_win: "Won",
    text_to_lose: "Lost",
    terms_and_conditions: "None",
    roulette_type_id: 1,
    roulette_type_name: "standard",
    is_active: true,
  });
  const spin = await rest("POST", `/v1/public/roulettes/${String(roulette["_id"])}/spins`, { userId: "u-1" });
  return { prize_id: String(spin["prizeId"]), spin_id: String(spin["_id"]) };
}

/** Creates the records that samples name by the tool which creates them, such as `{supply_create_stock}`. */
async function createSampleRecords(testMesh: TestMesh, tenant: SeededTenant, tool: CatalogTool): Promise<void> {
  for (const placeholder of listPlaceholders(tool)) {
    const creator = tools.find(({ name }) => name === placeholder);
    if (!creator || placeholder in tenant.records) continue;
    await createSampleRecords(testMesh, tenant, creator);
    const answer = await testMesh.callToolOrThrow(tenant, creator.name, fillSampleArguments(creator, tenant));
    tenant.records[placeholder] = String(answer["_id"]);
  }
}

/** The ids of the gift types, read from the resource, as an agent reads them. */
export async function readGiftTypes(testMesh: TestMesh, { key }: Business): Promise<Record<string, string>> {
  const response = await fetch(`${testMesh.url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "resources/read",
      params: { uri: "service://roulettes/schema/gifts" },
    }),
  });
  const { result } = (await response.json()) as { result: { contents: { text: string }[] } };
  const text = result.contents[0]?.text ?? "";
  const row = (name: string) =>
    text.split("\n").find((line) => line.includes(name) && /`[a-z0-9_]{8,}`/.test(line)) ?? "";
  const idIn = (line: string) => [...line.matchAll(/`([a-z0-9_]{8,})`/g)].map(([, id]) => id ?? "")[0] ?? "";
  return Object.fromEntries(["Fisico", "Porcentaje", "Perder", "Points"].map((name) => [name, idIn(row(name))]));
}

/** The sample arguments of the tool, with this business's own records. */
export function fillSampleArguments(tool: CatalogTool, tenant: SeededTenant): Record<string, unknown> {
  return fillArguments(tenant, getSample(tool));
}

/** The arguments with this business's own records in place of placeholders such as `{stock_id}`. */
export function fillArguments(
  { records }: Pick<SeededTenant, "records">,
  given: Record<string, unknown>,
): Record<string, unknown> {
  return fillPlaceholders(given, (placeholder) => {
    const text = placeholder === "unique" ? newId("x").replace("_", "-") : records[placeholder];
    if (text === undefined) throw new Error(`the seeded tenant has no record {${placeholder}}`);
    return text;
  });
}

/** An id of the same form that belongs to no record. */
export function createUnknownId(id: string): string {
  if (/^[0-9a-f]{64}$/.test(id)) return randomBytes(32).toString("hex");
  const [prefix] = id.split("_");
  return id.includes("_") ? newId(prefix ?? "x") : `none-${newId("x").replace("_", "-")}`;
}
