import { newId } from "@tenant-ops/kit/data";
import { eventually } from "@tenant-ops/kit/testing";
import type { JsonObject, TransportOutcome } from "./transports.js";
import type { Business, TestMesh } from "../mesh/test-mesh.js";
import { createDelivery, readGiftTypes } from "../records/seeded-tenants.js";

export type CallTool = (name: string, args: object) => Promise<TransportOutcome>;

export const createSlug = (word: string) => newId(word).replace("_", "-");

/** What each part of the scenario needs. */
interface ScenarioCalls {
  testMesh: TestMesh;
  business: Business;
  run: (name: string, args?: object) => Promise<JsonObject>;
  /** Calls a preview and its write with the same arguments, and returns the answer of the write. */
  proposeAndWrite: (propose: string, write: string, args: object) => Promise<JsonObject>;
}

/**
 * Calls every tool of the specification and of the toolsets, in an order in which each finds the records it needs, with every
 * parameter that it has.
 * @returns the outcome of each tool, by its name
 */
export async function runAllToolsScenario(
  testMesh: TestMesh,
  business: Business,
  call: CallTool,
): Promise<Map<string, TransportOutcome>> {
  const outcomes = new Map<string, TransportOutcome>();
  async function run(name: string, args: object = {}): Promise<JsonObject> {
    const outcome = await call(name, args);
    outcomes.set(name, outcome);
    return outcome.answer ?? {};
  }
  async function proposeAndWrite(propose: string, write: string, args: object): Promise<JsonObject> {
    await run(propose, args);
    return run(write, args);
  }
  const calls = { testMesh, business, run, proposeAndWrite };
  await runSupplyTools(calls);
  const rouletteId = await runRoulettesTools(calls);
  await runLearningTools(calls);
  await runFlowsTools(calls, rouletteId);
  await runWebhooksTools(calls);
  return outcomes;
}

async function runSupplyTools(calls: ScenarioCalls): Promise<void> {
  const { run, proposeAndWrite } = calls;
  const center = await proposeAndWrite("supply_propose_service_center", "supply_create_service_center", {
    name: "Centro Norte",
    address: "Av. Juárez 1",
    lat: 19.43,
    long: -99.13,
    maps_link: "https://maps.example.com/norte",
    active_member_duration: 45,
    non_member_duration: 20,
    capacity: 80,
    country_id: "MX",
    type: "online",
    is_active: false,
  });
  const stock = await proposeAndWrite("supply_propose_stock", "supply_create_stock", {
    product_name: "Guantes",
    total_stock: 500,
    min_stock_alert: 50,
    type: "supply",
  });
  const ids = { stock_id: stock["_id"], service_center_id: center["_id"] };
  const centerStock = await proposeAndWrite(
    "supply_propose_service_center_stock",
    "supply_create_service_center_stock",
    {
      ...ids,
      current_stock: 10,
      min_stock_alert: 9,
      criticality: "high",
    },
  );
  await proposeAndWrite("supply_propose_withdrawal", "supply_approve_withdrawal", {
    ...ids,
    worker_id: "worker-7",
    email: "ana@example.com",
    quantity: 4,
    withdrawal_type: "uniformes",
    entregador: "Luis",
    tipo_entrega: "en mano",
    ciudad: "Puebla",
    talla: "M",
  });
  await run("supply_list_stocks", { limit: 10 });
  await run("supply_list_service_centers", { limit: 10 });
  await run("supply_list_service_center_stocks", { service_center_id: center["_id"], limit: 10 });
  await run("supply_get_low_stock_alerts", { limit: 10 });
  const dates = { date_from: "2020-01-01", date_to: "2100-12-31" };
  await run("supply_get_withdrawal_history", { ...dates, limit: 10 });
  await runSupplyOperations(calls, { ...ids, center_stock_id: centerStock["_id"] }, dates);
}

async function runSupplyOperations(
  { run, proposeAndWrite }: ScenarioCalls,
  { stock_id, service_center_id, center_stock_id }: Record<string, unknown>,
  dates: object,
): Promise<void> {
  const worker = { worker_id: "worker-7", withdrawal_type: "uniformes" };
  await run("supply_list_withdrawals", { stock_id, service_center_id, ...worker, ...dates, limit: 10 });
  await proposeAndWrite("supply_propose_receive_stock", "supply_approve_receive_stock", {
    center_stock_id,
    quantity: 20,
    note: "pedido 12",
  });
  const other = await run("supply_create_service_center", { name: "Centro Sur" });
  const there = { service_center_id: other["_id"], current_stock: 0, min_stock_alert: 9 };
  await run("supply_create_service_center_stock", { stock_id, ...there });
  await proposeAndWrite("supply_propose_transfer_stock", "supply_approve_transfer_stock", {
    stock_id,
    from_center_id: service_center_id,
    to_center_id: other["_id"],
    quantity: 3,
    note: "falta en el sur",
  });
  const counted = { center_stock_id, counted: 5, note: "conteo" };
  await proposeAndWrite("supply_propose_count_stock", "supply_approve_count_stock", counted);
  await run("supply_list_movements", { center_stock_id, reason: "count", ...dates, limit: 10 });
}

/** @returns the id of the roulette, which a flow redirects to */
async function runRoulettesTools({ testMesh, business, run, proposeAndWrite }: ScenarioCalls): Promise<unknown> {
  const item = await proposeAndWrite("roulettes_propose_item", "roulettes_create_item", {
    name: "Termo",
    available_stock: 5,
    description: "De acero",
    currency: "USD",
    track_stock: false,
    enabled_in_rewards: true,
  });
  const types = await readGiftTypes(testMesh, business);
  const gift = (type: string, value: string) => ({
    value,
    message: value,
    probability: 1.5,
    typeOfGift: { name: type, _id: types[type] },
  });
  const physical = {
    emoji: "🎁",
    quantity: 3,
    item_id: item["_id"],
    guaranteedForFirstTimers: true,
    winInterval: 2,
    fallback: "Nada",
  };
  const roulette = await proposeAndWrite("roulettes_propose_roulette", "roulettes_create_roulette", {
    name: "Rueda",
    gifts: [
      { ...gift("Fisico", "Termo"), ...physical },
      gift("Porcentaje", "10 %"),
      gift("Points", "5 puntos"),
      gift("Perder", "Nada"),
    ],
    time_to_win: 5,
    time_to_lose: 3,
    text_to_win: "Ganaste",
    text_to_lose: "Otra vez",
    terms_and_conditions: "Ninguna",
    roulette_type_id: 1,
    roulette_type_name: "standard",
    is_active: true,
    time_unit: "days",
    time_to_expire: 7,
    max_wins: 2,
  });
  await run("roulettes_list_roulette_items");
  await run("roulettes_list_roulettes");
  await run("roulettes_get_roulette", { roulette_id: roulette["_id"] });
  const ids = { rouletteId: String(roulette["_id"]), itemId: String(item["_id"]) };
  await runRouletteOperations({ testMesh, business, run, proposeAndWrite }, ids);
  return roulette["_id"];
}

/** Changes the roulette so that every spin wins, spins it, and claims the prize. */
async function runRouletteOperations(
  { testMesh, business, run, proposeAndWrite }: ScenarioCalls,
  { rouletteId, itemId }: { rouletteId: string; itemId: string },
): Promise<void> {
  await proposeAndWrite("roulettes_propose_update_item", "roulettes_approve_update_item", {
    item_id: itemId,
    name: "Termo azul",
    description: "De acero azul",
    track_stock: true,
    enabled_in_rewards: true,
  });
  await proposeAndWrite("roulettes_propose_item_stock", "roulettes_approve_item_stock", {
    item_id: itemId,
    add_units: 5,
  });
  await proposeAndWrite("roulettes_propose_gift_units", "roulettes_approve_gift_units", {
    roulette_id: rouletteId,
    gift_index: 0,
    add_units: 2,
  });
  const never = [1, 2, 3].map((index) => ({ index, probability: 0 }));
  const first = {
    index: 0,
    value: "Termo azul",
    message: "Ganaste un termo azul",
    probability: 2.5,
    emoji: "🥤",
    guaranteedForFirstTimers: false,
    winInterval: 0,
    fallback: "10 %",
  };
  await proposeAndWrite("roulettes_propose_update_roulette", "roulettes_approve_update_roulette", {
    roulette_id: rouletteId,
    name: "Rueda azul",
    is_active: true,
    gift_changes: [first, ...never],
    time_to_win: 6,
    time_to_lose: 4,
    text_to_win: "Ganaste algo",
    text_to_lose: "Otra vez será",
    terms_and_conditions: "Una por persona",
    time_unit: "hours",
    time_to_expire: 48,
    max_wins: 3,
  });
  const spin = await testMesh.callRest(
    business,
    "POST",
    `/v1/public/roulettes/${rouletteId}/spins`,
    { userId: "player-1" },
    { "idempotency-key": newId("key") },
  );
  const range = { user_id: "player-1", date_from: "2020-01-01", date_to: "2100-12-31", limit: 10 };
  await run("roulettes_list_spins", { roulette_id: rouletteId, ...range });
  await run("roulettes_list_prizes", { roulette_id: rouletteId, status: "won", ...range });
  await proposeAndWrite("roulettes_propose_prize_claim", "roulettes_approve_prize_claim", {
    prize_id: spin.body["prizeId"],
  });
}

async function runLearningTools({ testMesh, business, run, proposeAndWrite }: ScenarioCalls): Promise<void> {
  const rest = (method: string, path: string, body: object) => testMesh.callRest(business, method, path, body);
  const course = await proposeAndWrite("learning_propose_create_course", "learning_approve_create_course", {
    title: "Seguridad",
    slug: createSlug("curso"),
    description: "Lo básico",
    exam_approve_score: 70.5,
    is_certified: true,
  });
  const courseId = String(course["_id"]);
  await proposeAndWrite("learning_propose_update_course", "learning_approve_update_course", {
    course_id: courseId,
    title: "Seguridad 2",
    description: "Lo necesario",
    exam_approve_score: 60,
    is_certified: true,
    published: true,
  });
  await proposeAndWrite("learning_propose_course_modules", "learning_approve_course_modules", {
    course_id: courseId,
    modules: [
      { id: "m1", title: "Uno", order: 1, required: true },
      { id: "m2", title: "Dos", order: 2, required: false },
    ],
  });
  await run("learning_list_course_modules", { course_id: courseId });
  await proposeAndWrite("learning_propose_enrollments", "learning_approve_enrollments", {
    course_id: courseId,
    students: ["learner-1", "learner-2"].map((userId) => ({ userId, fullName: "Ana", email: "ana@example.com" })),
  });
  const sessionId = await completedSession(rest, courseId, "learner-1");
  const second = await completedSession(rest, courseId, "learner-2");
  await proposeAndWrite("learning_propose_issue_certificate", "learning_approve_issue_certificate", {
    session_id: sessionId,
  });
  await proposeAndWrite("learning_propose_certificate_batch", "learning_approve_certificate_batch", {
    session_ids: [second],
  });
  const range = { date_from: "2020-01-01", date_to: "2100-12-31", limit: 10 };
  const filters = { course_id: courseId, status: "certified", exam_status: "passed", student: "ana" };
  await run("learning_list_sessions", { ...filters, ...range });
  await run("learning_list_courses", { limit: 10 });
  await run("learning_get_enrollment_stats", { course_id: courseId, date_from: "2020-01-01", date_to: "2100-12-31" });
  await run("learning_get_course_progress", { course_id: courseId, limit: 10 });
  await run("learning_get_exam_results", { course_id: courseId });
  await run("learning_get_certificates_issued", { date_from: "2020-01-01", date_to: "2100-12-31", limit: 10 });
}

async function runFlowsTools({ run, proposeAndWrite }: ScenarioCalls, rouletteId: unknown): Promise<void> {
  const utm = { source: "facebook", medium: "cpc", campaign: "verano", content: "video" };
  const slug = createSlug("flujo");
  const registrationFields = [
    { text: "Correo", value: "correo", type: "email", placeholder: "ana@example.com", isRequired: true },
  ];
  await proposeAndWrite("flows_propose_create_flow", "flows_approve_create_flow", {
    name: "Verano",
    slug,
    redirect_type: "roulette",
    redirect_target_id: rouletteId,
    redirect_url: "",
    registration_fields: registrationFields,
    ...utm,
    is_bank_provider_required: true,
  });
  await proposeAndWrite("flows_propose_update_flow", "flows_approve_update_flow", {
    slug,
    name: "Verano 2",
    is_active: true,
    redirect_type: "url",
    redirect_target_id: "",
    redirect_url: "https://example.com/gracias",
    registration_fields: registrationFields,
    ...utm,
    is_bank_provider_required: false,
  });
  await run("flows_list_flows", { limit: 10 });
  await run("flows_get_flow_stats");
  await run("flows_get_flow_by_slug", { slug });
  await run("flows_get_flow_visits", { slug, date_from: "2026-01-01", date_to: "2026-01-31" });
  const dates = { date_from: "2020-01-01", date_to: "2100-12-31" };
  await run("flows_list_registrations", { slug, state: "pending", ...dates, limit: 10 });
}

async function runWebhooksTools({ testMesh, business, run }: ScenarioCalls): Promise<void> {
  const { traceId: trace_id, endpointId: endpoint_id } = await createDelivery(testMesh, business);
  // No server listens there, so the first attempt fails, and the delivery waits for the next one.
  await eventually(async () => {
    const { body } = await testMesh.callRest(business, "GET", `/v1/public/webhooks/deliveries/${String(trace_id)}`);
    if (body["deliveryAttempt"] === 0) throw new Error("no attempt yet");
  }, 60_000);
  await run("webhooks_list_endpoints", { limit: 10 });
  const dates = { date_from: "2020-01-01", date_to: "2100-12-31" };
  const filter = { status: "pending", event: "webhook.ping", endpoint_id, ...dates };
  await run("webhooks_list_deliveries", { ...filter, limit: 10 });
  await run("webhooks_get_delivery", { trace_id });
}

/** Creates a session that has passed its exam and has the optional module left. */
async function completedSession(
  rest: (method: string, path: string, body: object) => Promise<{ body: JsonObject }>,
  courseId: string,
  userId: string,
) {
  const learner = { userId, fullName: "Ana", email: "ana@example.com" };
  const { body } = await rest("POST", `/v1/public/courses/${courseId}/sessions`, learner);
  const path = `/v1/public/sessions/${body["_id"]}`;
  await rest("POST", `${path}/progress`, { moduleId: "m1" });
  await rest("POST", `${path}/exam`, { score: 90 });
  return body["_id"];
}
