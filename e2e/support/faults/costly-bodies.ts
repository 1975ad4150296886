/** About the size of the largest body that the gateway reads. */
const characters = 200_000;

/** Functions that create the text of a body. Each body is created when it is sent, because all together would be large. */
export type CostlyBodies = Record<string, () => string>;

/** Bodies that are cheap to send and could be costly to refuse, as JSON. `valid` shows the type of every field. */
export function createCostlyBodies(valid: Record<string, unknown>): CostlyBodies {
  const entries = Object.entries(valid);
  const texts = entries.filter(([, value]) => typeof value === "string").map(([name]) => name);
  const lists = entries.filter(([, value]) => Array.isArray(value)).map(([name]) => name);
  const [first = "x"] = [...lists, ...entries.map(([name]) => name)];
  const withFields = (names: string[], value: unknown) =>
    JSON.stringify({ ...valid, ...Object.fromEntries(names.map((name) => [name, value])) });
  const withRaw = (name: string, json: string) =>
    JSON.stringify({ ...valid, [name]: "\u0000" }).replace('"\\u0000"', () => json);
  const fill = (unit: string, count = 1) => unit.repeat(Math.floor(characters / unit.length / Math.max(1, count)));
  const named = lists.length > 0 ? lists : [first];
  return {
    "a list of 60,000 empty objects": () =>
      withFields(
        named.slice(0, 1),
        createList(60_000, () => ({})),
      ),
    "a list of 100 objects with wrong and unknown fields": () =>
      withFields(
        named,
        createList(100, () => ({ value: 5, [fill("y", 110)]: 1, name: fill("z", 1000) })),
      ),
    "3,900 unknown names": () => JSON.stringify({ ...valid, ...createNames(3900) }),
    "20,000 unknown names": () => JSON.stringify({ ...valid, ...createNames(20_000) }),
    "lists of numbers in place of every value": () =>
      withFields(
        Object.keys(valid),
        createList(Math.floor(100_000 / Math.max(1, entries.length)), () => 0),
      ),
    "letters of two bytes in every text": () => withFields(texts, fill("é", texts.length * 2)),
    "half a character at the end of every text": () => withFields(texts, `${fill("🎁", texts.length * 2)}\uD83C`),
    "escapes in every text": () => withRaw(texts[0] ?? first, `"${fill("\\u00e9")}"`),
    "a word that never ends in every text": () => withFields(texts, `${fill("a-", texts.length)}!`),
    "an address that never ends in every text": () => withFields(texts, `a@${fill("a.", texts.length)}`),
    "a date that never ends in every text": () => withFields(texts, `2026-11-21T${fill("9", texts.length)}`),
    "nested lists": () => withRaw(first, `[${fill(`${"[".repeat(55)}${"]".repeat(55)},`)}[]]`),
    "a number of 200,000 digits": () => withRaw(first, fill("9")),
    "3,900 objects with different names": () =>
      withRaw(first, JSON.stringify(createList(3900, (index) => ({ [`n${index.toString(36).padEnd(40, "x")}`]: 1 })))),
    blanks: () => `{${fill(" ")}}`,
  };
}

function createList<Value>(length: number, create: (index: number) => Value): Value[] {
  return Array.from({ length }, (_, index) => create(index));
}

function createNames(count: number): Record<string, number> {
  const width = Math.floor(characters / count) - 8;
  return Object.fromEntries(createList(count, (index) => [`n${index.toString(36).padEnd(width, "x")}`, 1]));
}

/** Every REST route that reads a body, with a body that shows its fields. `{name}` is a record of the seeded tenant. */
export const bodyRoutes: readonly { method: string; path: string; service: string; body: Record<string, unknown> }[] = [
  { method: "POST", path: "/v1/public/roulettes/{roulette_id}/spins", service: "roulettes", body: { userId: "u" } },
  { method: "POST", path: "/v1/public/roulettes", service: "roulettes", body: { name: "Wheel", gifts: [] } },
  { method: "PATCH", path: "/v1/public/roulettes/{roulette_id}", service: "roulettes", body: { isActive: true } },
  {
    method: "POST",
    path: "/v1/public/roulettes/{roulette_id}/gifts/0/units",
    service: "roulettes",
    body: { addUnits: 1 },
  },
  {
    method: "POST",
    path: "/v1/public/roulette-items",
    service: "roulettes",
    body: { name: "Cap", available_stock: 1 },
  },
  { method: "PATCH", path: "/v1/public/roulette-items/{item_id}", service: "roulettes", body: { name: "Cap" } },
  { method: "POST", path: "/v1/public/roulette-items/{item_id}/stock", service: "roulettes", body: { addUnits: 1 } },
  { method: "POST", path: "/v1/public/prizes/none/claim", service: "roulettes", body: { x: "" } },
  {
    method: "POST",
    path: "/v1/public/courses/{course_id}/sessions",
    service: "learning",
    body: { userId: "u", fullName: "U", email: "u@example.com" },
  },
  {
    method: "POST",
    path: "/v1/public/courses",
    service: "learning",
    body: { title: "t", slug: "s", description: "d", examApproveScore: 1, isCertified: true },
  },
  {
    method: "PATCH",
    path: "/v1/public/courses/{course_id}",
    service: "learning",
    body: { title: "t", description: "d", examApproveScore: 1, isCertified: true, published: true },
  },
  { method: "PUT", path: "/v1/public/courses/{course_id}/modules", service: "learning", body: { modules: [] } },
  { method: "POST", path: "/v1/public/certificates", service: "learning", body: { sessionIds: [] } },
  { method: "POST", path: "/v1/public/sessions/{session_id}/certificate", service: "learning", body: { x: "" } },
  { method: "POST", path: "/v1/public/sessions/{session_id}/progress", service: "learning", body: { moduleId: "m" } },
  { method: "POST", path: "/v1/public/sessions/{session_id}/finish", service: "learning", body: { x: "" } },
  { method: "POST", path: "/v1/public/sessions/{session_id}/exam", service: "learning", body: { score: 1 } },
  {
    method: "POST",
    path: "/v1/public/flows",
    service: "flows",
    body: { name: "n", slug: "costly", redirect: { type: "survey", targetId: "none" }, registrationFields: [] },
  },
  { method: "PATCH", path: "/v1/public/flows/none", service: "flows", body: { registrationFields: [], source: "s" } },
  {
    method: "POST",
    path: "/v1/public/flows/targets",
    service: "flows",
    body: { kind: "survey", name: "n", url: "https://example.com" },
  },
  { method: "PATCH", path: "/v1/public/flows/targets/none", service: "flows", body: { name: "n", url: "u" } },
  {
    method: "POST",
    path: "/v1/public/campaigns",
    service: "flows",
    body: { utm: [], name: "n", startsAt: "2026-11-21", endsAt: "2026-11-21" },
  },
  { method: "PATCH", path: "/v1/public/campaigns/none", service: "flows", body: { utm: [], name: "n", startsAt: "x" } },
  { method: "PUT", path: "/v1/public/supply/withdrawal-types", service: "supply", body: { types: [] } },
  {
    method: "POST",
    path: "/v1/public/supply/stocks",
    service: "supply",
    body: { productName: "n", totalStock: 1, minStockAlert: 1, type: "t" },
  },
  {
    method: "POST",
    path: "/v1/public/supply/centers",
    service: "supply",
    body: { name: "n", address: "a", mapsLink: "https://example.com", countryId: "MX", type: "online", capacity: 1 },
  },
  {
    method: "POST",
    path: "/v1/public/supply/center-stocks",
    service: "supply",
    body: { stockId: "s", serviceCenterId: "c", currentStock: 1, minStockAlert: 1, criticality: "low" },
  },
  {
    method: "POST",
    path: "/v1/public/supply/withdrawals",
    service: "supply",
    body: {
      stockId: "s",
      serviceCenterId: "c",
      workerId: "w",
      email: "a@example.com",
      quantity: 1,
      withdrawalType: "t",
      entregador: "e",
      tipoEntrega: "t",
      ciudad: "c",
      talla: "m",
    },
  },
  {
    method: "POST",
    path: "/v1/public/supply/transfers",
    service: "supply",
    body: { stockId: "s", fromCenterId: "a", toCenterId: "b", quantity: 1, note: "n" },
  },
  {
    method: "POST",
    path: "/v1/public/supply/center-stocks/{center_stock_id}/receive",
    service: "supply",
    body: { quantity: 1, note: "n" },
  },
  {
    method: "POST",
    path: "/v1/public/supply/center-stocks/{center_stock_id}/count",
    service: "supply",
    body: { counted: 1, note: "n" },
  },
  {
    method: "POST",
    path: "/v1/public/webhooks/endpoints",
    service: "webhooks",
    body: { events: [], url: "https://example.com", description: "d" },
  },
  {
    method: "PATCH",
    path: "/v1/public/webhooks/endpoints/none",
    service: "webhooks",
    body: { events: [], url: "https://example.com", description: "d" },
  },
  { method: "POST", path: "/v1/public/webhooks/endpoints/none/ping", service: "webhooks", body: { x: "" } },
  { method: "POST", path: "/v1/public/webhooks/endpoints/none/recover", service: "webhooks", body: { since: "2026" } },
  { method: "POST", path: "/v1/public/webhooks/deliveries/none/redeliver", service: "webhooks", body: { x: "" } },
];
