import { once } from "node:events";
import { text } from "node:stream/consumers";
import { createByteStream } from "@tenant-ops/kit/http";
import { createLogger } from "@tenant-ops/kit/telemetry";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findFlow } from "../flows/flows.store.js";
import { createRegistrationExporter } from "./registrations.export.js";
import type { Registration } from "./registrations.rules.js";
import { createActiveFlow, type FlowsTenant, send, startTestFlows, type TestFlows } from "../testing.js";

let flows: TestFlows;
beforeAll(async () => void (flows = await startTestFlows()));
afterAll(() => flows.close());

const toPath = (slug: string, query: string) => `/v1/public/flows/${slug}/registrations/export?${query}`;

/** Registrations of January 2026, a minute apart. */
async function storeRegistrations(tenant: FlowsTenant, slug: string, count: number, given: Partial<Registration> = {}) {
  const { id: flowId } = await tenant.rpc.getFlowBySlug({ slug });
  const rows = Array.from({ length: count }, (_, index): Registration => ({
    _id: `reg_${slug}_${String(index).padStart(5, "0")}`,
    flowId,
    slug,
    answers: { first_name: `Ana ${index}` },
    words: [],
    utm: { source: "", medium: "", campaign: "", content: "" },
    redirect: { type: "url", targetId: "", url: "https://example.com/welcome" },
    state: "completed",
    createdAt: new Date(Date.UTC(2026, 0, 1, 12, index)),
    ...given,
  }));
  await tenant.scope().collection<Registration>("registrations").insertMany(rows);
  return rows.toReversed();
}

const download = (tenant: FlowsTenant, path: string) => tenant.http("GET", path);
const readLines = async (answer: Response) => (await answer.text()).split(/\r?\n/).filter((line) => line !== "");

test("an export has every registration of the list, the newest first, in both formats", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant);
  const stored = await storeRegistrations(tenant, slug, 250);
  const json = await download(tenant, toPath(slug, "format=ndjson"));
  expect(json.headers.get("content-disposition")).toBe(`attachment; filename="registrations-${slug}.ndjson"`);
  const rows = (await readLines(json)).map((line) => JSON.parse(line) as Registration);
  expect(rows.map(({ _id }) => _id)).toEqual(stored.map(({ _id }) => _id));
  const { body } = await send(tenant, "GET", `/v1/public/flows/${slug}/registrations/${rows[0]?._id}`);
  expect(rows[0]).toEqual(body);
  const csv = await readLines(await download(tenant, toPath(slug, "format=csv")));
  expect(csv).toHaveLength(251);
  expect(csv[1]).toContain(`${stored[0]?._id},completed,,`);
  expect(csv[1]).toContain(",Ana 249,");
});

test.each([
  ["BR", "", ";"],
  ["MX", "", ","],
  ["BR", "&separator=comma", ","],
  ["MX", "&separator=semicolon", ";"],
])("a business in %s that asks with %j gets cells separated by %s", async (country, query, separator) => {
  const tenant = flows.newTenant({ country });
  const [head] = await readLines(await download(tenant, toPath(await createActiveFlow(tenant), `format=csv${query}`)));
  expect(head).toContain(`ID${separator}Estado${separator}`);
});

test("the filters of the list hold, and a wrong one is refused before the file begins", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant);
  await storeRegistrations(tenant, slug, 3);
  const later = { state: "expired", createdAt: new Date("2026-02-01T12:00:00Z"), _id: `reg_${slug}_x` } as const;
  await storeRegistrations(tenant, slug, 1, later);
  const count = async (query: string) =>
    (await readLines(await download(tenant, toPath(slug, `format=ndjson&${query}`)))).length;
  expect(await count("")).toBe(4);
  expect(await count("state=expired")).toBe(1);
  expect(await count("dateTo=2026-01-31")).toBe(3);
  expect(await count("state=pending")).toBe(0);
  for (const [query, status] of [
    ["dateFrom=2026-02-30", 422],
    ["format=xlsx", 422],
    ["separator=tab", 422],
  ] as const)
    expect((await download(tenant, toPath(slug, query))).status).toBe(status);
  expect((await download(tenant, toPath("unknown", ""))).status).toBe(404);
});

test("a list without registrations is a file with the names of the columns", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant);
  expect(await readLines(await download(tenant, toPath(slug, "")))).toHaveLength(1);
  expect(await (await download(tenant, toPath(slug, "format=ndjson"))).text()).toBe("");
});

test("another business sees nothing", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant);
  await storeRegistrations(tenant, slug, 1);
  const answer = await download(flows.newTenant(), toPath(slug, "format=ndjson"));
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain("Ana");
});

test("an erased person has no answers in it", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant);
  await storeRegistrations(tenant, slug, 1, { answers: {} });
  const [row = ""] = await readLines(await download(tenant, toPath(slug, "format=ndjson")));
  expect(JSON.parse(row)).toMatchObject({ answers: {}, proof: null, files: [] });
});

test("a caller who disconnects ends the export, and one who reads slowly delays no other export", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant);
  await storeRegistrations(tenant, slug, 2000);
  const { db } = flows.service.running.context;
  const flow = await findFlow(tenant.scope(), slug);
  if (!flow) throw new Error("the flow was just created");
  let reads = 0;
  const stopWatching = db.watchCommands(({ command }) => {
    if (command["find"] === "registrations") reads += 1;
  });
  const readExport = createRegistrationExporter(db);
  const open = () =>
    createByteStream(
      readExport(tenant.call(), { format: "ndjson", flow, filter: {}, range: {} }),
      createLogger("flows", "silent"),
    );
  const countLines = async () => (await text(open())).split("\n").length - 1;
  const slow = open();
  await once(slow, "readable");
  expect(await countLines()).toBe(2000);
  slow.destroy();
  // Parts of exports of one business are read in turn, so the first export would have been read meanwhile as well.
  expect(await countLines()).toBe(2000);
  stopWatching();
  const partsOfTwo = 40;
  expect(reads).toBeGreaterThanOrEqual(partsOfTwo);
  expect(reads).toBeLessThan(partsOfTwo + 10);
});
