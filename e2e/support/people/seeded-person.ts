import { randomBytes } from "node:crypto";
import { eventually } from "@tenant-ops/kit/testing";
import type { MongoClient } from "mongodb";
import { createCenterStock, withdrawalArguments } from "../mesh/test-mesh.js";
import type { Business, TestMesh } from "../mesh/test-mesh.js";
import { createVisitorBrowser } from "../browser/visitor-browser.js";
import { waitForEvents } from "../mesh/wait-for-events.js";
import { createWinningRoulette } from "../records/winning-roulette.js";

/** The data of a person in every area of a business. */
export interface PersonTraces {
  email: string;
  fullName: string;
  phone: string;
  workerId: string;
  userId: string;
  /** A text in the file that the person has sent. */
  fileMark: string;
  rouletteId: string;
}

/**
 * A worker who has received something, a player who has spun and won, a learner, and a visitor of a page who has registered, sent a document and
 * spun the roulette: all with the same e-mail address.
 */
export async function seedPerson(
  testMesh: TestMesh,
  business: Business,
  webhookUrl: string,
  { email = `ana.${randomName()}@example.com`, spins = 0 } = {},
): Promise<PersonTraces> {
  const person = {
    email,
    fullName: `Ana Xochitl ${randomName()}`,
    phone: `55${String(parseInt(randomBytes(4).toString("hex"), 16))
      .padStart(10, "7")
      .slice(0, 8)}`,
    workerId: `worker-${randomName()}`,
    userId: `learner-${randomName()}`,
    fileMark: `mark-${randomName()}`,
  };
  const call = (method: string, path: string, body?: object) =>
    testMesh.callRestOrThrow(business, method, path, body, { "idempotency-key": crypto.randomUUID() });
  await call("POST", "/v1/public/webhooks/endpoints", { url: webhookUrl, events: ["*"] });

  const { ids } = await createCenterStock(testMesh, business, 100);
  const args = withdrawalArguments({ ...ids, worker_id: person.workerId, email, quantity: 2 });
  const { proposal_token } = await testMesh.callToolOrThrow(business, "supply_propose_withdrawal", args);
  await testMesh.callToolOrThrow(business, "supply_approve_withdrawal", { ...args, proposal_token });

  const rouletteId = await createWinningRoulette(testMesh, business);
  await call("PATCH", `/v1/public/roulettes/${rouletteId}`, { max_wins: 1000 });
  for (let count = 0; count < 2 + spins; count += 1)
    await call("POST", `/v1/public/roulettes/${rouletteId}/spins`, { userId: person.userId });

  const course = await call("POST", "/v1/public/courses", { title: "Inducción", slug: `curso-${randomName()}` });
  await call("PATCH", `/v1/public/courses/${String(course["_id"])}`, { published: true });
  await call("POST", `/v1/public/courses/${String(course["_id"])}/sessions`, {
    userId: person.userId,
    fullName: person.fullName,
    email,
  });

  await registerVisitor(testMesh.url, person, rouletteId, call);
  await eventually(async () => {
    const { items } = await testMesh.callRestOrThrow(business, "GET", "/v1/public/webhooks/deliveries?limit=100");
    const events = (items as { event: string }[]).map(({ event }) => event);
    for (const event of ["withdrawal.created", "prize.won", "flow.registration.completed"]) {
      if (!events.includes(event)) throw new Error(`${event} is not delivered yet`);
    }
  }, 60_000);
  await waitForEvents(testMesh);
  return { ...person, rouletteId };
}

const randomName = () => randomBytes(5).toString("hex");

type Call = (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;

async function registerVisitor(
  url: string,
  { email, fullName, phone, fileMark }: Pick<PersonTraces, "email" | "fullName" | "phone" | "fileMark">,
  rouletteId: string,
  call: Call,
): Promise<void> {
  const slug = `person-${randomName()}`;
  const field = (text: string, value: string, type: string) => ({ text, value, type, isRequired: true });
  await call("POST", "/v1/public/flows", {
    name: "Verano",
    slug,
    redirect: { type: "roulette", targetId: rouletteId },
    registrationFields: [
      field("Nombre", "full_name", "text"),
      field("Correo", "email", "email"),
      field("Teléfono", "phone", "phone"),
      field("INE", "ine", "document"),
    ],
  });
  await call("PATCH", `/v1/public/flows/${slug}`, { isActive: true });
  const send = createVisitorBrowser(url);
  const answers = new URLSearchParams({ full_name: fullName, email, phone });
  const path = (await send("POST", `/flow/${slug}`, answers)).headers.get("location") ?? "";
  const file = new FormData();
  file.set("file", new Blob([`%PDF-1.7\n${fileMark}\n`.repeat(20_000)]), "ine.pdf");
  await send("POST", `${path}/files/ine`, file);
  await send("POST", path, new URLSearchParams());
  // The redirect has the pass of the visitor; the page of the roulette uses it up.
  const sentOn = (await send("GET", path)).headers.get("location") ?? "";
  const page = new URL(sentOn, url);
  const used = await send("GET", `${page.pathname}${page.search}`);
  if (used.status >= 400) throw new Error(`${sentOn}: ${used.status}`);
  const wheel = await (await send("GET", page.pathname)).text();
  const submission = /name="_submission" value="([^"]+)"/.exec(wheel)?.[1] ?? "";
  await send("POST", page.pathname, new URLSearchParams({ _submission: submission }));
}

/** Numbers that an erasure must not change: rows, units and counters of all persons. */
export async function countPersonRows(mongo: MongoClient, { mesh }: TestMesh, { businessId }: Business) {
  const open = (service: string, name: string) => mongo.db(`${mesh.databasePrefix}${service}`).collection(name);
  const sum = async (service: string, name: string, field: string) => {
    const total = { $group: { _id: null, total: { $sum: `$${field}` } } };
    const [row] = await open(service, name)
      .aggregate([{ $match: { businessId } }, total])
      .toArray();
    return Number(row?.["total"] ?? 0);
  };
  const collections = [
    ["supply", "withdrawals"],
    ["supply", "stock_movements"],
    ["roulettes", "spins"],
    ["roulettes", "players"],
    ["roulettes", "prizes"],
    ["learning", "sessions"],
    ["flows", "registrations"],
    ["webhooks", "events"],
    ["webhooks", "deliveries"],
  ] as const;
  const rows = await Promise.all(
    collections.map(async ([service, name]) => [name, await open(service, name).countDocuments({ businessId })]),
  );
  return {
    ...(Object.fromEntries(rows) as Record<string, number>),
    units: await sum("supply", "withdrawals", "quantity"),
    playerSpins: await sum("roulettes", "players", "spins"),
    playerWins: await sum("roulettes", "players", "wins"),
  };
}

/** The ids that the mesh has computed for visitors of this business. */
export async function readVisitorIds(
  mongo: MongoClient,
  { mesh }: TestMesh,
  { businessId }: Business,
): Promise<string[]> {
  const visitors = mongo.db(`${mesh.databasePrefix}roulettes`).collection("visitors");
  return (await visitors.find({ businessId }).toArray()).map(({ visitorId }) => String(visitorId));
}
