import { newId } from "@tenant-ops/kit/data";
import type { CatalogTool } from "@tenant-ops/proto";
import type { Business, House } from "./house.js";

/** A business with one record of every kind, by the name of the parameter that takes its id. */
export interface Resident extends Business {
  records: Record<string, string>;
  giftTypes: Record<string, string>;
}

/** Parameters that look like ids and name no record of ours. */
const noRecords = new Set(["worker_id", "country_id", "roulette_type_id"]);

/** Which parameters of a tool name a record. A slug names one, except where it is the wish of a new one. */
export function idParameters({ name, inputSchema }: CatalogTool): string[] {
  const isNew = name.includes("_create_");
  return Object.keys(inputSchema.properties).filter(
    (parameter) => !noRecords.has(parameter) && (parameter.endsWith("_id") || (parameter === "slug" && !isNew)),
  );
}

export async function givenResident(house: House): Promise<Resident> {
  const business = await house.newBusiness();
  const done = (name: string, args: object) => house.done(business, name, args);
  const rest = async (method: string, path: string, body: object) => {
    const answer = await house.rest(business, method, path, body, { "idempotency-key": newId("key") });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  const stock = await done("supply_create_stock", { product_name: "Gloves", total_stock: 100, min_stock_alert: 0 });
  const center = await done("supply_create_service_center", { name: "North" });
  const supply = { stock_id: String(stock["_id"]), service_center_id: String(center["_id"]) };
  await done("supply_create_service_center_stock", { ...supply, current_stock: 50, min_stock_alert: 0 });
  const spare = await done("supply_create_stock", { product_name: "Masks", total_stock: 100, min_stock_alert: 0 });

  const item = await done("roulettes_create_item", { name: "Cap", available_stock: 5 });
  const giftTypes = await readGiftTypes(house, business);
  const roulette = await done("roulettes_create_roulette", aRoulette(giftTypes, String(item["_id"])));

  const slug = `course-${newId("x").replace("_", "-")}`;
  const course = await done("learning_approve_create_course", { title: "Safety", slug });
  const courseId = String(course["_id"]);
  await done("learning_approve_update_course", { course_id: courseId, published: true });
  const learner = { user_id: "learner-1", fullName: "Ana", email: "ana@example.com" };
  const session = await rest("POST", `/v1/public/courses/${courseId}/sessions`, learner);
  const sessionId = String(session["session_id"] ?? session["_id"]);
  await rest("POST", `/v1/public/sessions/${sessionId}/finish`, {});
  const another = { ...learner, user_id: "learner-2" };
  const unfinished = await rest("POST", `/v1/public/courses/${courseId}/sessions`, another);

  const flow = await done("flows_approve_create_flow", {
    name: "Spring",
    slug: `flow-${newId("x").replace("_", "-")}`,
    redirect_type: "url",
    redirect_url: "https://example.com/",
  });
  const records = {
    ...supply,
    spare_stock_id: String(spare["_id"]),
    item_id: String(item["_id"]),
    roulette_id: String(roulette["_id"]),
    redirect_target_id: String(roulette["_id"]),
    course_id: courseId,
    course_slug: slug,
    session_id: sessionId,
    unfinished_session_id: String(unfinished["session_id"]),
    slug: String(flow["slug"]),
  };
  return { ...business, records, giftTypes };
}

function aRoulette(giftTypes: Record<string, string>, itemId: string) {
  const gift = (type: string, value: string) => ({
    value,
    message: value,
    probability: 1,
    typeOfGift: { name: type, _id: giftTypes[type] },
  });
  return {
    name: "Wheel",
    gifts: [gift("Perder", "Nothing"), { ...gift("Fisico", "Cap"), quantity: 2, item_id: itemId }],
    time_to_win: 1,
    time_to_lose: 1,
    text_to_win: "Won",
    text_to_lose: "Lost",
    terms_and_conditions: "None",
    roulette_type_id: 1,
    roulette_type_name: "standard",
  };
}

/** The ids of the gift types, read as an agent reads them: from the resource. */
export async function readGiftTypes(house: House, { key }: Business): Promise<Record<string, string>> {
  const response = await fetch(`${house.url}/mcp`, {
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

const samples: Record<string, unknown> = {
  worker_id: "worker-1",
  email: "worker@example.com",
  quantity: 1,
  current_stock: 1,
  min_stock_alert: 0,
  total_stock: 1,
  available_stock: 1,
};

/** Arguments that the tool accepts from this business, made from its schema and the business's own records. */
export function validArguments(tool: CatalogTool, resident: Resident): Record<string, unknown> {
  const { records } = resident;
  const given: Record<string, unknown> = {};
  for (const name of tool.inputSchema.required ?? [])
    given[name] = samples[name] ?? `sample-${newId("x").replace("_", "-")}`;
  for (const name of idParameters(tool)) given[name] = record(records, tool, name);
  if (/_(propose|create)_roulette$/.test(tool.name))
    Object.assign(given, aRoulette(resident.giftTypes, records["item_id"] ?? ""));
  // The first product is at the center already; the spare one is not.
  if (tool.name.endsWith("_service_center_stock")) given["stock_id"] = records["spare_stock_id"];
  if (tool.name.includes("_flow") && "redirect_target_id" in given) given["redirect_type"] = "roulette";
  if (tool.name.endsWith("_update_course")) given["title"] = "Another title";
  return given;
}

function record(records: Record<string, string>, tool: CatalogTool, name: string): string {
  const id = records[name];
  if (!id)
    throw new Error(
      `${tool.name}.${name}: residents.ts makes no such record yet; add one, so that it is tried across businesses`,
    );
  return id;
}

/** An id like this one that names nothing. */
export function randomLike(id: string): string {
  const [prefix] = id.split("_");
  return id.includes("_") ? newId(prefix ?? "x") : `none-${newId("x").replace("_", "-")}`;
}
