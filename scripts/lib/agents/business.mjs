// A business that uses every area, and what its agents do: `npm run chaos` and `npm run bench -- capacity` run them.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { createAdminClient } from "../mesh/gateway-client.mjs";
import { createBusinessCalls } from "./calls.mjs";

export const unitsAtStart = 1_000_000;
/** Fewer than the number of winners, so that parallel spins compete for the last ones. */
export const bottles = 40;

export async function createBusiness({ mesh, caller }) {
  const operator = createAdminClient(mesh.operatorUrls[0], mesh.operatorKey);
  const place = { country: "MX", currency: "MXN", timeZone: "America/Mexico_City" };
  const { _id: businessId } = await operator.createBusiness({ name: `Chaos ${randomUUID()}`, ...place });
  const { _id: keyId, key } = await operator.createKey(businessId, { name: "chaos", toolsets: ["all"] });
  const calls = createBusinessCalls(caller, { key, businessId });
  const receiver = await startEventReceiver();
  await calls.rest("POST", "/v1/public/webhooks/endpoints", { url: receiver.url, events: ["*"] });
  const supply = await createStock(calls);
  const rouletteId = await createRoulette(calls);
  const courseId = await createCourse(calls);
  const slug = await createFlow(calls);
  return { businessId, keyId, key, calls, receiver, supply, rouletteId, courseId, slug };
}

async function createStock({ tool }) {
  const stock = await tool("supply_create_stock", {
    product_name: "Gloves",
    total_stock: unitsAtStart,
    min_stock_alert: 0,
  });
  const center = await tool("supply_create_service_center", { name: "North", lat: 19.4, long: -99.1 });
  const ids = { stock_id: stock._id, service_center_id: center._id };
  await tool("supply_create_service_center_stock", { ...ids, current_stock: unitsAtStart, min_stock_alert: 0 });
  return ids;
}

async function createRoulette({ tool, rest }) {
  const item = await tool("roulettes_create_item", { name: "Bottle", available_stock: bottles, track_stock: true });
  const types = (await rest("GET", "/v1/public/gift-types")).items;
  const typeOf = (name) => ({ _id: types.find((type) => type.name === name)._id, name });
  const { _id } = await rest("POST", "/v1/public/roulettes", {
    name: "Wheel",
    gifts: [
      {
        value: "Bottle",
        message: "Won",
        probability: 0.5,
        typeOfGift: typeOf("Fisico"),
        quantity: bottles,
        item_id: item._id,
      },
      { value: "Nothing", message: "Lost", probability: 0.5, typeOfGift: typeOf("Perder") },
    ],
    timeToWin: 1,
    timeToLose: 1,
    textToWin: "Yes",
    textToLose: "No",
    termsAndConditions: "One spin per person.",
    typeOfRoulette: { _id: 2, name: "premium" },
    isActive: true,
  });
  return _id;
}

async function createCourse({ rest }) {
  const course = await rest("POST", "/v1/public/courses", {
    title: "Safety",
    slug: `safety-${randomUUID().slice(0, 8)}`,
  });
  await rest("PATCH", `/v1/public/courses/${course._id}`, { published: true });
  return course._id;
}

async function createFlow({ rest }) {
  const slug = `chaos-${randomUUID().slice(0, 8)}`;
  const redirect = { type: "url", url: "https://example.com/" };
  const registrationFields = [{ text: "E-mail", value: "email", type: "email", isRequired: true }];
  await rest("POST", "/v1/public/flows", { name: "Chaos", slug, redirect, registrationFields });
  await rest("PATCH", `/v1/public/flows/${slug}`, { isActive: true });
  return slug;
}

/**
 * The rounds of an agent by kind. Each round creates exactly one record, whatever fails.
 * @returns functions that take the name of the round and return the id of the record
 */
export function createRounds({ calls, supply, rouletteId, courseId, slug }) {
  const key = () => ({ "idempotency-key": randomUUID() });
  return {
    async withdrawals(name) {
      const args = { ...supply, worker_id: name, email: "worker@example.com", quantity: 1 };
      const { proposal_token } = await calls.tool("supply_propose_withdrawal", args);
      return (await calls.tool("supply_approve_withdrawal", { ...args, proposal_token }))._id;
    },
    async spins(name) {
      return (await calls.rest("POST", `/v1/public/roulettes/${rouletteId}/spins`, { userId: name }, key()))._id;
    },
    async sessions(name) {
      const student = { userId: name, fullName: "Ana Torres", email: `${name}@example.com` };
      return (await calls.rest("POST", `/v1/public/courses/${courseId}/sessions`, student, key()))._id;
    },
    async registrations(name) {
      await calls.form(`/flow/${slug}`, { email: `${name}@example.com`, _submission: randomUUID() });
      return name;
    },
  };
}

/** The endpoint of one business. @returns `events`: webhook-id → the event as it arrived first */
async function startEventReceiver() {
  const events = new Map();
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part) => (text += part));
    request.on("end", () => {
      const id = request.headers["webhook-id"];
      if (!events.has(id)) events.set(id, JSON.parse(text));
      response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    events,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
