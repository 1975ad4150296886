/**
 * The data of the demo business of `npm start` and of a seeded sandbox, one function per area. Everything is created through the tools and the
 * REST routes of tenants.
 */
export interface DemoClient {
  /** Calls a tool that reads. */
  call(tool: string, args?: Json): Promise<Json>;
  /** Calls the writing tool with the arguments that the propose tool accepts. */
  proposeAndWrite(proposeTool: string, writingTool: string, args: Json): Promise<Json>;
  /** Sends a REST request; a GET has no body. */
  rest(method: string, path: string, body?: Json): Promise<Json>;
  /** The slug to use for a flow. Slugs are unique among live businesses, and several demos may share a database. */
  toSlug(word: string): string;
}

// The answers of many tools and routes; each function below knows those that it calls.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>;

/** The created records: a line for people, and the ids for the next steps of a quick start. */
export interface DemoPart {
  summary: string;
  ids: Record<string, string>;
}

export interface DemoContent {
  area: "supply" | "roulettes" | "learning" | "flows";
  /** The area is skipped when one of these tools is missing. */
  needs: readonly string[];
  fill: (business: DemoClient) => Promise<DemoPart>;
}

/** In this order: the flow sends visitors to the roulette. */
export const demoContents: readonly DemoContent[] = [
  { area: "supply", needs: ["supply_create_stock"], fill: fillSupply },
  { area: "roulettes", needs: ["roulettes_create_roulette"], fill: fillRoulettes },
  { area: "learning", needs: ["learning_approve_create_course"], fill: fillLearning },
  { area: "flows", needs: ["flows_approve_create_flow", "roulettes_list_roulettes"], fill: fillFlows },
];

async function fillSupply(business: DemoClient): Promise<DemoPart> {
  const create = (noun: string, args: Json) =>
    business.proposeAndWrite(`supply_propose_${noun}`, `supply_create_${noun}`, args);
  const north = await create("service_center", {
    name: "Centro Norte",
    address: "Av. Insurgentes Norte 120, Ciudad de México",
    lat: 19.4517,
    long: -99.1385,
  });
  const online = await create("service_center", { name: "Tienda en línea", type: "online", capacity: 500 });

  const products = [
    { product_name: "Guantes de nitrilo", total_stock: 2000, min_stock_alert: 200, type: "insumo" },
    { product_name: "Camiseta de equipo", total_stock: 300, min_stock_alert: 40, type: "uniforme" },
    { product_name: "Termo de acero", total_stock: 80, min_stock_alert: 10, type: "premio" },
  ];
  const stocks: Json[] = [];
  for (const product of products) stocks.push(await create("stock", product));
  const [gloves = {}, shirt = {}, bottle = {}] = stocks;

  const held = [
    { stock_id: gloves["_id"], service_center_id: north["_id"], current_stock: 640, min_stock_alert: 100 },
    // Below its alert, so that supply_get_low_stock_alerts returns it.
    {
      stock_id: shirt["_id"],
      service_center_id: north["_id"],
      current_stock: 8,
      min_stock_alert: 20,
      criticality: "high",
    },
    {
      stock_id: bottle["_id"],
      service_center_id: online["_id"],
      current_stock: 35,
      min_stock_alert: 5,
      criticality: "low",
    },
  ];
  const centerStocks: Json[] = [];
  for (const item of held) centerStocks.push(await create("service_center_stock", item));
  await business.proposeAndWrite("supply_propose_withdrawal", "supply_approve_withdrawal", {
    stock_id: gloves["_id"],
    service_center_id: north["_id"],
    worker_id: "worker-001",
    email: "ana@example.com",
    quantity: 40,
    ciudad: "Ciudad de México",
  });
  return {
    summary: "2 centers, 3 products, 1 low-stock alert, 1 withdrawal",
    ids: {
      serviceCenterId: String(north["_id"]),
      stockId: String(gloves["_id"]),
      centerStockId: String(centerStocks[0]?.["_id"]),
    },
  };
}

async function fillRoulettes(business: DemoClient): Promise<DemoPart> {
  const create = (noun: string, args: Json) =>
    business.proposeAndWrite(`roulettes_propose_${noun}`, `roulettes_create_${noun}`, args);
  const bottle = await create("item", { name: "Termo de acero", available_stock: 25, description: "750 ml, azul" });
  await create("item", { name: "Gorra bordada", available_stock: 60 });

  // Only the catalogue gives its ids.
  const { items: giftTypes } = await business.rest("GET", "/v1/public/gift-types");
  const findType = (name: string): Json => {
    const found = (giftTypes as Json[]).find((type) => type["name"] === name);
    return { name, _id: found?.["_id"] };
  };
  const roulette = await create("roulette", {
    name: "Ruleta de bienvenida",
    gifts: [
      {
        value: "Termo",
        message: "¡Ganaste un termo de acero!",
        probability: 1,
        typeOfGift: findType("Fisico"),
        quantity: 10,
        item_id: bottle["_id"],
        fallback: "10 %",
      },
      {
        value: "10 %",
        message: "10 % en tu próxima compra",
        probability: 4,
        typeOfGift: findType("Porcentaje"),
        emoji: "🎉",
      },
      { value: "Sigue intentando", message: "Esta vez no fue", probability: 5, typeOfGift: findType("Perder") },
    ],
    time_to_win: 6,
    time_to_lose: 4,
    text_to_win: "¡Felicidades!",
    text_to_lose: "Gracias por participar",
    terms_and_conditions: "Un premio por persona. Válido hasta agotar existencias.",
    roulette_type_id: 1,
    roulette_type_name: "standard",
    is_active: true,
  });
  const path = `/v1/public/roulettes/${String(roulette["_id"])}`;
  const people = ["customer-001", "customer-002", "customer-003", "customer-004", "customer-005"];
  for (const userId of people) await business.rest("POST", `${path}/spins`, { userId });
  return {
    summary: "2 prize items, 1 active roulette, 5 spins",
    ids: { rouletteId: String(roulette["_id"]), itemId: String(bottle["_id"]) },
  };
}

async function fillLearning(business: DemoClient): Promise<DemoPart> {
  const course = await business.proposeAndWrite("learning_propose_create_course", "learning_approve_create_course", {
    title: "Inducción para nuevos colaboradores",
    slug: "induccion-nuevos-colaboradores",
    description: "Seguridad, trato al cliente y manejo de inventario.",
    exam_approve_score: 70,
    is_certified: true,
  });
  await business.rest("PUT", `/v1/public/courses/${String(course["_id"])}/modules`, {
    modules: [
      { _id: "seguridad", title: "Seguridad" },
      { _id: "servicio", title: "Trato al cliente" },
    ],
  });
  const publish = { course_id: course["_id"], published: true };
  await business.proposeAndWrite("learning_propose_update_course", "learning_approve_update_course", publish);

  const enroll = (learner: Json) =>
    business.rest("POST", `/v1/public/courses/${String(course["_id"])}/sessions`, learner);
  const post = (session: Json, name: string, body: Json) =>
    business.rest("POST", `/v1/public/sessions/${String(session["_id"])}/${name}`, body);
  const completeModules = async (learner: Json, moduleIds: readonly string[], score?: number) => {
    const session = await enroll(learner);
    for (const moduleId of moduleIds) await post(session, "progress", { moduleId });
    if (score !== undefined) await post(session, "exam", { score });
    return session;
  };
  const all = ["seguridad", "servicio"];
  // Completed and not yet certified, for learning_propose_issue_certificate.
  const completed = await completeModules(
    { userId: "worker-001", fullName: "Ana Torres", email: "ana@example.com" },
    all,
    92,
  );
  await completeModules({ userId: "worker-002", fullName: "Luis Peña", email: "luis@example.com" }, ["seguridad"]);
  await completeModules({ userId: "worker-003", fullName: "Marta Ruiz", email: "marta@example.com" }, all, 55);
  const certified = await completeModules(
    { userId: "worker-004", fullName: "Iván Soto", email: "ivan@example.com" },
    all,
    81,
  );
  await business.proposeAndWrite("learning_propose_issue_certificate", "learning_approve_issue_certificate", {
    session_id: certified["_id"],
  });
  return {
    summary: "1 published course, 4 learners, 1 ready for its certificate, 1 certified",
    ids: { courseId: String(course["_id"]), sessionId: String(completed["_id"]) },
  };
}

async function fillFlows(business: DemoClient): Promise<DemoPart> {
  const { items } = await business.call("roulettes_list_roulettes");
  const [roulette] = items as Json[];
  const slug = business.toSlug("bienvenida");
  const { publicUrl } = await business.proposeAndWrite("flows_propose_create_flow", "flows_approve_create_flow", {
    name: "Bienvenida",
    slug,
    ...(roulette
      ? { redirect_type: "roulette", redirect_target_id: roulette["_id"] }
      : { redirect_type: "url", redirect_url: "https://example.com" }),
    source: "demo",
    medium: "qr",
    campaign: "bienvenida",
  });
  await business.proposeAndWrite("flows_propose_update_flow", "flows_approve_update_flow", { slug, is_active: true });
  return { summary: `1 active flow, ${String(publicUrl)}`, ids: { slug, publicUrl: String(publicUrl) } };
}
