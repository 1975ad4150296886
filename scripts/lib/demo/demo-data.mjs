// What the demo business owns, one function per vertical. All of it is created through the tools and REST of tenants.
import { randomBytes } from "node:crypto";

/** A vertical is skipped when one of the tools it `needs` is missing. `fill` returns a line about what it created. */
export const demoContents = [
  { vertical: "supply", needs: ["supply_create_stock"], fill: fillSupply },
  { vertical: "roulettes", needs: ["roulettes_create_roulette"], fill: fillRoulettes },
  { vertical: "learning", needs: ["learning_approve_create_course"], fill: fillLearning },
  { vertical: "flows", needs: ["flows_approve_create_flow", "roulettes_list_roulettes"], fill: fillFlows },
];

async function fillSupply(business) {
  const create = (noun, args) => business.proposeAndWrite(`supply_propose_${noun}`, `supply_create_${noun}`, args);
  const north = await create("service_center", {
    name: "Centro Norte",
    address: "Av. Insurgentes Norte 120, Ciudad de México",
    lat: 19.4517,
    long: -99.1385,
  });
  const online = await create("service_center", { name: "Tienda en línea", type: "online", capacity: 500 });

  const products = [
    { product_name: "Guantes de nitrilo", total_stock: 2000, min_stock_alert: 200, type: "supply" },
    { product_name: "Camiseta de equipo", total_stock: 300, min_stock_alert: 40, type: "uniform" },
    { product_name: "Termo de acero", total_stock: 80, min_stock_alert: 10, type: "prize" },
  ];
  const stocks = [];
  for (const product of products) stocks.push(await create("stock", product));
  const [gloves, shirt, bottle] = stocks;

  const held = [
    { stock_id: gloves._id, service_center_id: north._id, current_stock: 640, min_stock_alert: 100 },
    // Below its alert, so that supply_get_low_stock_alerts returns it.
    { stock_id: shirt._id, service_center_id: north._id, current_stock: 8, min_stock_alert: 20, criticality: "high" },
    { stock_id: bottle._id, service_center_id: online._id, current_stock: 35, min_stock_alert: 5, criticality: "low" },
  ];
  for (const item of held) await create("service_center_stock", item);
  await business.proposeAndWrite("supply_propose_withdrawal", "supply_approve_withdrawal", {
    stock_id: gloves._id,
    service_center_id: north._id,
    worker_id: "worker-001",
    email: "ana@example.com",
    quantity: 40,
    ciudad: "Ciudad de México",
  });
  return "2 centers, 3 products, 1 low-stock alert, 1 withdrawal";
}

async function fillRoulettes(business, { roulettes }) {
  const create = (noun, args) =>
    business.proposeAndWrite(`roulettes_propose_${noun}`, `roulettes_create_${noun}`, args);
  const bottle = await create("item", { name: "Termo de acero", available_stock: 25, description: "750 ml, azul" });
  await create("item", { name: "Gorra bordada", available_stock: 60 });

  const { items: types } = await roulettes.listGiftTypes();
  const findType = (name) => {
    const { _id } = types.find((type) => type.name === name);
    return { name, _id };
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
        item_id: bottle._id,
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
  });
  await roulettes.updateRoulette({ id: roulette._id, isActive: true });
  const people = ["customer-001", "customer-002", "customer-003", "customer-004", "customer-005"];
  for (const userId of people) await roulettes.createSpin({ id: roulette._id, userId });
  return "2 prize items, 1 active roulette, 5 spins";
}

async function fillLearning(business, { learning }) {
  const course = await business.proposeAndWrite("learning_propose_create_course", "learning_approve_create_course", {
    title: "Inducción para nuevos colaboradores",
    slug: "induccion-nuevos-colaboradores",
    description: "Seguridad, trato al cliente y manejo de inventario.",
    exam_approve_score: 70,
    is_certified: true,
  });
  await learning.replaceCourseModules({
    id: course._id,
    modules: [
      { _id: "seguridad", title: "Seguridad" },
      { _id: "servicio", title: "Trato al cliente" },
    ],
  });
  const publish = { course_id: course._id, published: true };
  await business.proposeAndWrite("learning_propose_update_course", "learning_approve_update_course", publish);

  const completeModules = async (student, moduleIds, score) => {
    const session = await learning.enrollStudent({ id: course._id, ...student });
    for (const moduleId of moduleIds) await learning.reportProgress({ id: session._id, moduleId });
    if (score !== undefined) await learning.submitExam({ id: session._id, score });
    return session;
  };
  const all = ["seguridad", "servicio"];
  // Completed and not yet certified, for learning_propose_issue_certificate.
  await completeModules({ userId: "worker-001", fullName: "Ana Torres", email: "ana@example.com" }, all, 92);
  await completeModules({ userId: "worker-002", fullName: "Luis Peña", email: "luis@example.com" }, ["seguridad"]);
  await completeModules({ userId: "worker-003", fullName: "Marta Ruiz", email: "marta@example.com" }, all, 55);
  const certified = await completeModules(
    { userId: "worker-004", fullName: "Iván Soto", email: "ivan@example.com" },
    all,
    81,
  );
  await business.proposeAndWrite("learning_propose_issue_certificate", "learning_approve_issue_certificate", {
    session_id: certified._id,
  });
  return "1 published course, 4 learners, 1 ready for its certificate, 1 certified";
}

async function fillFlows(business) {
  const { items } = await business.call("roulettes_list_roulettes");
  // Slugs are unique across all businesses, and several demos may share a database.
  const slug = `bienvenida-${randomBytes(3).toString("hex")}`;
  await business.proposeAndWrite("flows_propose_create_flow", "flows_approve_create_flow", {
    name: "Bienvenida",
    slug,
    redirect_type: items.length > 0 ? "roulette" : "url",
    ...(items.length > 0 ? { redirect_target_id: items[0]._id } : { redirect_url: "https://example.com" }),
    source: "demo",
    medium: "qr",
    campaign: "bienvenida",
  });
  await business.proposeAndWrite("flows_propose_update_flow", "flows_approve_update_flow", { slug, is_active: true });
  return `1 active flow, /flow/${slug}`;
}
