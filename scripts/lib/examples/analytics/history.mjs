// A business with months of numbers: the records of the demo business, and counters as its services keep them.
import { join } from "node:path";
import { MongoClient } from "mongodb";
import { createAdminClient, createTenantClient } from "../../mesh/gateway-client.mjs";
import { root } from "../../paths.mjs";

/** Saturday noon in Mexico City: the moment at which the questions are asked. */
export const askedAt = "2026-11-28T18:00:00.000Z";
const dayMs = 86_400_000;

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
  const { demoContents } = await import(join(root, "gateway/dist/sandbox/demo-data.js"));
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
      const counters = client.db(`${databasePrefix}${service}`).collection("openCounts");
      // What the demo records have counted: five spins, for example, are won by chance.
      await counters.deleteMany({ businessId });
      await counters.insertMany(own.map((row) => toRecord(businessId, row)));
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

/** Counters by service: `count(n)` gives those of the n-th day, at an hour of Mexico City. */
function listCounts(ids) {
  const rows = [];
  const add = (service, collection, values, [from, to], count, hour = 10) => {
    const days = (Date.parse(to) - Date.parse(from)) / dayMs;
    for (let n = 0; n <= days; n += 1) {
      const counts = count(n);
      if (counts) rows.push({ service, collection, values, day: new Date(Date.parse(from) + n * dayMs), hour, counts });
    }
  };
  const [year, autumn, today] = [["2026-01-05", "2026-11-28"], ["2026-09-01", "2026-11-28"], "2026-11-28"];
  const handOut = (product, center, days, units, hour) => {
    add("supply", "withdrawals", [product, center, "insumos"], days, (n) => toWithdrawals(units(n)), hour);
    add("supply", "stock", [product, center], days, (n) => toStock(units(n)), hour);
  };
  handOut(ids.gloves, ids.north, year, (n) => (n % 7 < 6 ? 6 + (n % 5) : 0), 9);
  handOut(ids.gloves, ids.north, year, (n) => (n % 7 < 5 ? 3 : 0), 16);
  handOut(ids.shirts, ids.north, year, (n) => (n % 9 === 0 ? 4 : 0), 12);
  handOut(ids.bottles, ids.online, autumn, (n) => (n % 3 === 0 ? 2 : 0), 18);
  handOut(ids.gloves, ids.online, autumn, (n) => (n % 4 === 0 ? 5 : 0), 11);
  const receive = (n) => n % 14 === 3 && { received: 120, held: 120 };
  add("supply", "stock", [ids.gloves, ids.north], year, receive);
  add("supply", "stock", [ids.gloves, ids.north], autumn, (n) => n % 30 === 20 && { lost: 4, held: -4 });

  const visit = (flow, campaign, source, days, visits, registrations) =>
    add("flows", "flows", [flow, campaign, source], days, (n) => ({
      visits: visits(n) + 3,
      uniqueVisits: visits(n),
      registrations: registrations(n),
    }));
  const [inFebruary, inMarch] = [
    ["2026-02-01", "2026-02-28"],
    ["2026-03-01", "2026-03-31"],
  ];
  visit(
    ids.february,
    "febrero",
    "instagram",
    inFebruary,
    (n) => 30 + (n % 4) * 5,
    (n) => 9 + (n % 3),
  );
  visit(
    ids.february,
    "febrero",
    "email",
    inFebruary,
    (n) => 12 + (n % 3),
    (n) => 4 + (n % 2),
  );
  visit(
    ids.march,
    "marzo",
    "instagram",
    inMarch,
    (n) => 41 + (n % 6) * 4,
    (n) => 8 + (n % 4),
  );
  visit(
    ids.march,
    "marzo",
    "direct",
    inMarch,
    (n) => 15 + (n % 5),
    (n) => 3 + (n % 2),
  );
  visit(
    ids.march,
    "marzo",
    "instagram",
    autumn,
    (n) => 10 + (n % 7),
    (n) => 2 + (n % 2),
  );
  visit(
    ids.march,
    "marzo",
    "email",
    autumn,
    (n) => (n === 74 ? 95 : 5 + (n % 4)),
    (n) => (n === 74 ? 31 : 1),
  );

  const spin = (days, spins, wins) =>
    add("roulettes", "spins", [ids.roulette, `${ids.roulette}:1`], days, (n) => ({ spins: spins(n), wins: wins(n) }));
  spin(
    autumn,
    (n) => 12 + (n % 5),
    (n) => 5 + (n % 3),
  );
  const win = (days, claims, expired) =>
    add("roulettes", "prizes", [ids.roulette, `${ids.roulette}:1`], days, (n) => ({
      won: 5 + (n % 3),
      claimed: claims + (n % 2),
      expired,
    }));
  win(["2026-09-01", "2026-09-30"], 3, 1);
  win(["2026-10-01", "2026-10-31"], 4, 0);
  win(["2026-11-01", today], 2, 0);

  const enroll = (course, completed, certified) =>
    add(
      "learning",
      "enrollments",
      [course],
      year,
      (n) =>
        n % 5 === 0 && {
          started: 6,
          completed: completed + (n % 2),
          certified,
          examsHandedIn: completed + 1,
          examsPassed: completed,
          scores: 78 * (completed + 1),
        },
    );
  enroll(ids.induction, 4, 3);
  enroll(ids.firstAid, 1, 0);

  const deliver = (endpoint, event, days, delivered, failed) =>
    add("webhooks", "webhooks", [endpoint, event], days, (n) => ({
      delivered: delivered(n),
      failed: failed(n),
      attempts: delivered(n) + failed(n) * 8,
    }));
  deliver(
    ids.shop,
    "prize.won",
    autumn,
    (n) => 5 + (n % 3),
    () => 0,
  );
  deliver(
    ids.crm,
    "prize.won",
    autumn,
    (n) => (n > 80 ? 1 : 5),
    (n) => (n > 80 ? 5 : 0),
  );

  const refuse = (key, tool, client, code, refusals) =>
    add("gateway", "agent_calls", [tool, key, client, code], autumn, (n) => {
      const calls = refusals(n);
      return code === "ok" ? { calls, writes: calls, approvals: calls, upTo50: calls } : { calls, refused: calls };
    });
  refuse(ids.stockAgent, "supply_approve_withdrawal", "claude-code", "ok", (n) => 9 + (n % 4));
  refuse(ids.stockAgent, "supply_approve_withdrawal", "claude-code", "insufficient_stock", (n) => n % 3);
  refuse(ids.stockAgent, "supply_approve_withdrawal", "claude-code", "stock_changed", (n) => (n % 8 === 0 ? 1 : 0));
  refuse(ids.frontDesk, "supply_list_withdrawals", "cursor", "rate_limited", (n) => (n % 20 === 5 ? 12 : 0));
  refuse(ids.frontDesk, "roulettes_get_roulette", "cursor", "roulette_not_found", (n) => (n % 6 === 1 ? 1 : 0));
  return rows;
}

const toWithdrawals = (units) => units > 0 && { count: 1, units };
const toStock = (units) => units > 0 && { handedOut: units, held: -units };

/** A counter as `countIn` of the kit stores it; the clock of Mexico City is six hours behind. */
function toRecord(businessId, { collection, values, day, hour, counts }) {
  const slot = `${day.toISOString().slice(0, 10)}|${hour}|${Object.keys(counts).join()}`;
  const _id = `${businessId}|${collection}|${JSON.stringify(values)}|${slot}`;
  return { _id, businessId, collection, values, day, quarters: { [(hour + 6) * 4]: counts } };
}
