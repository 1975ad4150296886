// A demo business, so that the first call of a newcomer shows something. Everything goes through the public doors.
import { join } from "node:path";
import { admin, tenant } from "./gateway.mjs";
import { readJson, writePrivateJson } from "./paths.mjs";

export const demoFile = (dataDir) => join(dataDir, "demo.json");

/** `{ businessId, key }` of this checkout's demo business; made the first time, with `say` telling what was added. */
export async function ensureDemo({ gatewayUrl, operatorKey, dataDir }) {
  const kept = await readJson(demoFile(dataDir));
  const demo = (await stillWorks(gatewayUrl, kept)) ? kept : await createDemoBusiness(gatewayUrl, operatorKey);
  const business = tenant(gatewayUrl, demo);
  const tools = await business.toolNames();
  const filled = new Set(demo.filled);
  const added = [];
  for (const [vertical, marker, fill] of verticalDemos) {
    if (filled.has(vertical) || !tools.includes(marker)) continue;
    added.push(await fill(business));
    filled.add(vertical);
    // After each one: an interrupted start does not fill the same vertical twice.
    await writePrivateJson(demoFile(dataDir), { ...demo, filled: [...filled] });
  }
  return { ...demo, added };
}

async function stillWorks(gatewayUrl, kept) {
  if (!kept) return false;
  try {
    await tenant(gatewayUrl, kept).toolNames();
    return true;
  } catch (error) {
    // The database was thrown away, or the key was revoked: a new business then.
    if (error.status === 401 || error.status === 403) return false;
    throw error;
  }
}

async function createDemoBusiness(gatewayUrl, operatorKey) {
  const operator = admin(gatewayUrl, operatorKey);
  const { businessId } = await operator.createBusiness({
    name: "Demo Business",
    country: "MX",
    currency: "MXN",
    timeZone: "America/Mexico_City",
  });
  const { key } = await operator.createKey(businessId, { name: "npm start" });
  return { businessId, key, filled: [] };
}

// Vertical, a tool that tells whether the vertical is here, and what fills it.
const verticalDemos = [["supply", "supply_create_stock", supplyDemo]];

async function supplyDemo(business) {
  const make = (noun, args) => business.propose(`supply_propose_${noun}`, `supply_create_${noun}`, args);
  const north = await make("service_center", {
    name: "Centro Norte",
    address: "Av. Insurgentes Norte 120, Ciudad de México",
    lat: 19.4517,
    long: -99.1385,
  });
  const online = await make("service_center", { name: "Tienda en línea", type: "online", capacity: 500 });

  const products = [
    { product_name: "Guantes de nitrilo", total_stock: 2000, min_stock_alert: 200, type: "supply" },
    { product_name: "Camiseta de equipo", total_stock: 300, min_stock_alert: 40, type: "uniform" },
    { product_name: "Termo de acero", total_stock: 80, min_stock_alert: 10, type: "prize" },
  ];
  const stocks = [];
  for (const product of products) stocks.push(await make("stock", product));
  const [gloves, shirt, bottle] = stocks;

  const held = [
    { stock_id: gloves._id, service_center_id: north._id, current_stock: 640, min_stock_alert: 100 },
    // Below its threshold, so that supply_get_low_stock_alerts has something to say.
    { stock_id: shirt._id, service_center_id: north._id, current_stock: 8, min_stock_alert: 20, criticality: "high" },
    { stock_id: bottle._id, service_center_id: online._id, current_stock: 35, min_stock_alert: 5, criticality: "low" },
  ];
  for (const item of held) await make("service_center_stock", item);
  await business.propose("supply_propose_withdrawal", "supply_approve_withdrawal", {
    stock_id: gloves._id,
    service_center_id: north._id,
    worker_id: "worker-001",
    email: "ana@example.com",
    quantity: 40,
    ciudad: "Ciudad de México",
  });
  return "2 centers, 3 products, 1 low-stock alert, 1 withdrawal";
}
