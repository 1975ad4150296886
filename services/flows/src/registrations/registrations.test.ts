import { beforeAll, expect, test } from "vitest";
import {
  createActiveFlow,
  createVisitor,
  flowRequest,
  type FlowsTenant,
  readPage,
  readPages,
  send,
  type SharedTestFlows,
  shareTestFlows,
  validAnswers,
} from "../testing.js";
import type { Registration } from "./registrations.rules.js";

let flows: SharedTestFlows;
beforeAll(async () => void (flows = await shareTestFlows()));

const toPath = (slug: string) => `/v1/public/flows/${slug}/registrations`;

async function register(slug: string, firstName: string): Promise<void> {
  const answer = await createVisitor(flows).submit(slug, { ...validAnswers, first_name: firstName });
  expect(answer.status).toBe(303);
}

/** Stores registrations beside those of visitors, one per day of January 2026 at noon UTC. */
async function storeRegistrations(tenant: FlowsTenant, slug: string, answers: Record<string, string>, count: number) {
  const { id: flowId } = await tenant.rpc.getFlowBySlug({ slug });
  const stored = (index: number): Registration => ({
    _id: `reg_${slug}_${String(index).padStart(3, "0")}`,
    flowId,
    slug,
    answers,
    words: [],
    utm: { source: "", medium: "", campaign: "", content: "" },
    redirect: { type: "url", targetId: "", url: "https://example.com/welcome" },
    state: "completed",
    createdAt: new Date(Date.UTC(2026, 0, 1 + index, 12)),
  });
  const rows = Array.from({ length: count }, (_, index) => stored(index));
  await tenant.scope().collection<Registration>("registrations").insertMany(rows);
  return rows;
}

test("registrations are found by any word of the visitor's name and contact, in any state", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant, {
    registrationFields: [
      { text: "Nombre", value: "name", isRequired: true },
      { text: "Correo", value: "email", type: "email", isRequired: true },
      { text: "Teléfono", value: "phone", type: "phone", isRequired: true },
    ],
  });
  for (const [name, email, phone] of [
    ["Ana Núñez", "ana@example.com", "55 1234 5678"],
    ["Beto Núñez", "beto@example.com", "55 1234 5679"],
  ] as const)
    expect((await createVisitor(flows).submit(slug, { name, email, phone })).status).toBe(303);
  const find = async (search: string, query = "") => {
    const path = `${toPath(slug)}?search=${encodeURIComponent(search)}${query}`;
    return (await readPage<Registration>(tenant, path)).items.map(({ answers }) => answers["name"]);
  };
  expect(await find("nunez")).toEqual(["Beto Núñez", "Ana Núñez"]);
  for (const search of ["ANA", "núñez ana", "ana@example.com", "+52 55 1234 5678", "5678"])
    expect([search, await find(search)]).toEqual([search, ["Ana Núñez"]]);
  expect(await find("ana", "&state=completed")).toEqual(["Ana Núñez"]);
  expect([await find("ana", "&state=pending"), await find("nombre")]).toEqual([[], []]);
});

test("what visitors entered is listed, the newest first, with the UTM values and the redirect of that time", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant, { source: "ig", campaign: "verano" });
  await register(slug, "Ana");
  await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { source: "fb" });
  await register(slug, "Ben");
  const other = await createActiveFlow(tenant);
  await register(other, "Eva");

  const { items, count } = await readPage<Registration>(tenant, toPath(slug));

  expect(items.map(({ answers }) => answers["first_name"])).toEqual(["Ben", "Ana"]);
  expect([count, items[1]]).toEqual([
    2,
    {
      _id: expect.stringMatching(/^reg_/),
      flowId: expect.stringMatching(/^flw_/),
      slug,
      state: "completed",
      waitsFor: null,
      answers: { ...validAnswers, first_name: "Ana" },
      utm: { source: "ig", medium: "", campaign: "verano", content: "" },
      redirect: { type: "url", targetId: "", url: "https://example.com/welcome" },
      acceptedDocuments: [],
      files: [],
      bankValidation: null,
      proof: null,
      createdAt: expect.any(String),
      completedAt: expect.any(String),
    },
  ]);
  expect((await send(tenant, "GET", `${toPath(slug)}/${items[1]?._id}`)).body).toEqual(items[1]);
});

test("dates are days of the business and both are included", async () => {
  const tenant = flows.newTenant({ timeZone: "America/Mexico_City" });
  const slug = await createActiveFlow(tenant);
  const stored = await storeRegistrations(tenant, slug, { first_name: "Ana" }, 5);
  const list = async (query: string) =>
    (await readPage(tenant, `${toPath(slug)}?${query}`)).items.map(({ _id }) => _id);
  expect(await list("dateFrom=2026-01-02&dateTo=2026-01-03")).toEqual([stored[2]?._id, stored[1]?._id]);
  expect(await list("dateFrom=2026-01-05")).toEqual([stored[4]?._id]);
  expect(await list("dateTo=2026-01-01T11:59:59Z")).toEqual([]);
  for (const query of ["dateFrom=2026-02-30", "dateFrom=2026-02-02&dateTo=2026-02-01", "date_from=2026-01-01"]) {
    const refused = await send(tenant, "GET", `${toPath(slug)}?${query}`);
    expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringMatching(/dateFrom|date_from/) } });
  }
});

test("all pages together show every registration once, and a cursor belongs to its flow and its dates", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant);
  const stored = await storeRegistrations(tenant, slug, { first_name: "Ana" }, 7);
  const all = await readPages(tenant, `${toPath(slug)}?limit=3`);
  expect(all.map(({ _id }) => _id)).toEqual(stored.map(({ _id }) => _id).toReversed());
  const { next_cursor: next = "" } = await readPage(tenant, `${toPath(slug)}?limit=3`);
  const cursor = `cursor=${encodeURIComponent(next)}`;
  for (const path of [
    `${toPath(slug)}?dateFrom=2026-01-01&${cursor}`,
    `${toPath(await createActiveFlow(tenant))}?${cursor}`,
  ])
    expect(await send(tenant, "GET", path)).toMatchObject({ status: 422, body: { error: "invalid_cursor" } });
});

test("a page of long answers ends early and says that there are more; none is left out", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant);
  await storeRegistrations(tenant, slug, { first_name: "x".repeat(20_000) }, 160);
  const first = await readPage(tenant, `${toPath(slug)}?limit=500`);
  expect(first).toMatchObject({ count: 100, has_more: true });
  const all = await readPages(tenant, `${toPath(slug)}?limit=500`);
  expect(new Set(all.map(({ _id }) => _id)).size).toBe(160);
});

test("a flow or a registration of another business is answered like one that does not exist", async () => {
  const owner = flows.newTenant();
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(owner);
  await register(slug, "Ana");
  const id = (await readPage(owner, toPath(slug))).items[0]?._id;
  const { slug: own } = await tenant.rpc.approveCreateFlow(flowRequest());
  for (const path of [toPath(slug), `${toPath(slug)}/${id}`, toPath("no-such-flow"), `${toPath("no-such-flow")}/reg_1`])
    expect(await send(tenant, "GET", path)).toMatchObject({ status: 404, body: { error: "flow_not_found" } });
  for (const unknown of [id, "reg_unknown"]) {
    const refused = await send(tenant, "GET", `${toPath(own)}/${unknown}`);
    expect(refused).toMatchObject({ status: 404, body: { error: "registration_not_found" } });
    expect(refused.body["detail"]).toContain(`GET ${toPath(own)} lists the valid ids.`);
  }
  expect(await readPage(tenant, toPath(own))).toEqual({ items: [], count: 0, has_more: false });
});

test("a registration is found under its own flow only", async () => {
  const tenant = flows.newTenant();
  const slug = await createActiveFlow(tenant);
  await register(slug, "Ana");
  const id = (await readPage(tenant, toPath(slug))).items[0]?._id;
  const other = await createActiveFlow(tenant);
  expect(await send(tenant, "GET", `${toPath(other)}/${id}`)).toMatchObject({ status: 404 });
});
