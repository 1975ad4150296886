// A business with months of numbers: the records of the demo business, and counters as its services keep them.
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { createAdminClient, createTenantClient } from "../../mesh/gateway-client.mjs";
import { root } from "../../paths.mjs";
import { listCounts } from "./counts.mjs";

/** Saturday noon in Mexico City: the moment at which the questions are asked. */
export const askedAt = "2026-11-28T18:00:00.000Z";

/**
 * The settings of a mesh at which it is `askedAt`, whenever it is started.
 * @returns settings of all processes
 */
export function createClockSettings() {
  const preload = `--import=${join(import.meta.dirname, "clock.mjs")}`;
  return {
    NODE_OPTIONS: [process.env.NODE_OPTIONS, preload].filter(Boolean).join(" "),
    CLOCK_AHEAD_MS: Date.parse(askedAt) - Date.now(),
  };
}

/** @returns `{ key, businessId }` of the business, for an agent that asks */
export async function createBusinessWithHistory({
  mongodbUrl,
  databasePrefix,
  gatewayUrls,
  operatorUrls,
  operatorKey,
}) {
  const { demoContents } = await import(join(root, "deploy/dist/demo-data.mjs"));
  const operator = createAdminClient(operatorUrls[0], operatorKey);
  const place = { country: "MX", currency: "MXN", timeZone: "America/Mexico_City" };
  const { _id: businessId } = await operator.createBusiness({ name: "Demo Business", ...place });
  const { key } = await operator.createKey(businessId, { name: "Owner's agent" });
  const business = { ...createTenantClient(gatewayUrls[0], { key, businessId }), toSlug: (word) => `${word}-2026` };
  for (const { fill } of demoContents) await fill(business);
  const ids = await createFurtherRecords(business, operator, businessId);
  const client = await new MongoClient(mongodbUrl).connect();
  try {
    const rows = listCounts(ids);
    for (const service of new Set(rows.map((row) => row.service))) {
      const own = rows.filter((row) => row.service === service);
      const database = client.db(`${databasePrefix}${service}`);
      const counters = database.collection("openCounts");
      // What the demo records have counted: five spins, for example, are won by chance. Changes first: the service adds them to the counters.
      await database.collection("countChanges").deleteMany({ businessId });
      await counters.deleteMany({ businessId });
      await counters.insertMany(own.map((row) => toRecord(businessId, row)));
      if (service !== "supply") continue;
      const centerStocks = await database.collection("centerStocks").find({ businessId }).toArray();
      await counters.insertMany(listOpenings(centerStocks, own).map((row) => toRecord(businessId, row)));
    }
  } finally {
    await client.close();
  }
  return { key, businessId };
}

async function createFurtherRecords({ call, rest, proposeAndWrite }, operator, businessId) {
  const createFlow = (name, campaign) =>
    proposeAndWrite("flows_propose_create_flow", "flows_approve_create_flow", {
      name,
      slug: `${campaign}-2026`,
      redirect_type: "url",
      redirect_url: "https://example.com/",
      campaign,
    });
  const createCourse = { title: "Primeros auxilios", slug: "primeros-auxilios" };
  const course = await proposeAndWrite(
    "learning_propose_create_course",
    "learning_approve_create_course",
    createCourse,
  );
  const flows = [await createFlow("San Valentín", "febrero"), await createFlow("Aniversario", "marzo")];
  const endpoints = [];
  for (const url of ["https://shop.example.com/hooks", "https://crm.example.com/hooks"])
    endpoints.push(await rest("POST", "/v1/public/webhooks/endpoints", { url, events: ["*"] }));
  const keys = [];
  for (const name of ["Almacén", "Recepción"]) keys.push(await operator.createKey(businessId, { name }));
  const [{ items: stocks }, { items: centers }] = [
    await call("supply_list_stocks"),
    await call("supply_list_service_centers"),
  ];
  const [{ items: roulettes }, { items: courses }] = [
    await call("roulettes_list_roulettes"),
    await call("learning_list_courses"),
  ];
  const idOf = (records, field, name) => records.find((record) => record[field] === name)._id;
  return {
    gloves: idOf(stocks, "productName", "Guantes de nitrilo"),
    shirts: idOf(stocks, "productName", "Camiseta de equipo"),
    bottles: idOf(stocks, "productName", "Termo de acero"),
    north: idOf(centers, "name", "Centro Norte"),
    online: idOf(centers, "name", "Tienda en línea"),
    roulette: roulettes[0]._id,
    induction: courses.find(({ _id }) => _id !== course._id)._id,
    firstAid: course._id,
    february: flows[0]._id,
    march: flows[1]._id,
    shop: endpoints[0]._id,
    crm: endpoints[1]._id,
    stockAgent: keys[0]._id,
    frontDesk: keys[1]._id,
  };
}

/** What each center had before its first change, so that the changes add up to what it has. */
function listOpenings(centerStocks, rows) {
  const stockRows = rows.filter(({ collection }) => collection === "stock");
  const day = new Date(Math.min(...stockRows.map((row) => row.day.getTime())));
  const missing = new Map(centerStocks.map((one) => [`${one.stockId},${one.serviceCenterId}`, one.currentStock]));
  for (const { values, counts } of stockRows)
    missing.set(values.join(), (missing.get(values.join()) ?? 0) - counts.held);
  return [...missing].map(([values, held]) => ({
    ...{ collection: "stock", values: values.split(","), day, hour: 0, counts: { held } },
  }));
}

/** A counter as `countIn` of the kit stores it; the clock of Mexico City is six hours behind. */
function toRecord(businessId, { collection, values, day, hour, counts }) {
  const slot = `${day.getTime()}|${hour}|${Object.keys(counts).join()}`;
  const _id = `${businessId}|${collection}|${JSON.stringify(values)}|${slot}`;
  return { _id, businessId, collection, values, day, quarters: { [(hour + 6) * 4]: counts } };
}
