import { createHash } from "node:crypto";
import { FlowRegistrationCompletedSchema } from "@tenant-ops/proto/flows";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { uploadsMax } from "./registration-steps.rules.js";
import type { Registration } from "./registrations.rules.js";
import { createBrowserOf, documentFields, getIdOf, pdf, readRegistrations } from "./registrations.testing.js";
import {
  createActiveFlow,
  flowRequest,
  type FlowsTenant,
  readLocation,
  send,
  startTestFlows,
  type TestFlows,
} from "../testing.js";

let flows: TestFlows;
beforeAll(async () => void (flows = await startTestFlows()));
afterAll(() => flows.close());

const answers = { first_name: "Ana" };
const newFlow = (tenant: FlowsTenant) => createActiveFlow(tenant, { registrationFields: documentFields });
const readCounters = async (tenant: FlowsTenant, slug: string) => {
  const { body } = await send(tenant, "GET", `/v1/public/flows/${slug}`);
  return [body["completedCount"], body["uniqueVisitCount"], body["totalVisitCount"]];
};
const countEvents = async (tenant: FlowsTenant) => (await tenant.events(FlowRegistrationCompletedSchema)).length;
const registrations = (tenant: FlowsTenant) => tenant.scope().collection<Registration>("registrations");
const countChunks = (tenant: FlowsTenant, filter: object = {}) => tenant.scope().collection("fileChunks").count(filter);
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

describe("a registration with documents", () => {
  test("is pending after the form and counts as a registration when its documents are there, once", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const browser = createBrowserOf(flows);
    const form = await (await browser.open(`/flow/${slug}`)).text();
    expect(form).toContain("Después de este formulario te pediremos: INE, Comprobante");
    expect(form).not.toContain('type="file"');

    const path = await browser.register(slug, answers);
    expect(await readRegistrations(tenant, slug)).toMatchObject([
      { state: "pending", waitsFor: "documents", answers, bankValidation: null, completedAt: null },
    ]);
    expect([await readCounters(tenant, slug), await countEvents(tenant)]).toEqual([[0, 1, 1], 0]);

    const page = await browser.open(path);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await page.text()).toContain('enctype="multipart/form-data"');
    const content = pdf(600_000);
    expect((await browser.upload(path, "ine", content)).headers.get("location")).toBe(path);
    expect(await (await browser.open(path)).text()).toContain("Recibido");

    const finished = await browser.finish(path);
    expect([finished.status, finished.headers.get("location")]).toEqual([303, path]);
    const sentOn = await browser.open(path);
    expect([sentOn.status, readLocation(sentOn)]).toEqual([303, "https://example.com/welcome"]);
    const [stored] = await readRegistrations(tenant, slug);
    expect(stored).toMatchObject({
      state: "completed",
      waitsFor: null,
      files: [
        { field: "ine", file: { mediaType: "application/pdf", bytes: content.length } },
        { field: "proof", isRequired: false, file: null },
      ],
      completedAt: expect.any(String),
    });
    expect([await readCounters(tenant, slug), await countEvents(tenant)]).toEqual([[1, 1, 1], 1]);
    expect(await countChunks(tenant, { expiresAt: { $exists: true } })).toBe(0);

    // A browser that sends the last form again, or several times at once, completes nothing twice.
    const again = await Promise.all([browser.finish(path), browser.finish(path)]);
    expect(again.map(({ status }) => status)).toEqual([303, 303]);
    expect([await readCounters(tenant, slug), await countEvents(tenant)]).toEqual([[1, 1, 1], 1]);
  });

  test("is completed once when the last form is sent several times at once", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const browser = createBrowserOf(flows);
    const path = await browser.register(slug, answers);
    await browser.upload(path, "ine", pdf());
    const replies = await Promise.all(Array.from({ length: 8 }, () => browser.finish(path)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([303]));
    expect([await readCounters(tenant, slug), await countEvents(tenant)]).toEqual([[1, 1, 1], 1]);
  });

  test("says which required document is missing; an optional one can be left out", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const browser = createBrowserOf(flows);
    const path = await browser.register(slug, answers);
    await browser.upload(path, "proof", png);
    const refused = await browser.finish(path);
    const text = await refused.text();
    expect([refused.status, text.match(/id="error-\w+"/g)]).toEqual([422, ['id="error-ine"']]);
    expect(text).toContain('href="#file-ine"');
    expect((await readRegistrations(tenant, slug))[0]).toMatchObject({ state: "pending" });
  });

  test("gets another file in place of the first until it is complete, and not afterwards", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const browser = createBrowserOf(flows);
    const path = await browser.register(slug, answers);
    await browser.upload(path, "ine", pdf(10));
    await browser.upload(path, "ine", png, "ine.png");
    // The replaced file expires at once, and MongoDB may have deleted it already; the other one expires with the time for documents.
    expect(await countChunks(tenant, { expiresAt: { $gt: new Date() } })).toBe(1);
    expect(await countChunks(tenant, { expiresAt: { $exists: false } })).toBe(0);
    await browser.finish(path);
    await browser.upload(path, "ine", pdf(10));
    const [{ files } = { files: [] }] = await readRegistrations(tenant, slug);
    expect(files[0]?.file).toMatchObject({ mediaType: "image/png", bytes: png.length });
  });

  test.each([
    ["an empty file", Buffer.alloc(0), "Elige un archivo"],
    ["a program", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]), "Solo se aceptan"],
    ["a page", Buffer.concat([Buffer.from("<html>"), Buffer.from([0, 1])]), "Solo se aceptan"],
    ["a file that is too long", pdf(10 * 1024 * 1024 + 1), "más de 10 MB"],
  ])("refuses %s with a sentence at the document", async (_name, content, sentence) => {
    const tenant = flows.newTenant();
    const browser = createBrowserOf(flows);
    const path = await browser.register(await newFlow(tenant), answers);
    const refused = await browser.upload(path, "ine", content);
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain(sentence);
  });

  test("refuses bodies that no form sends, and stays as it is", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const browser = createBrowserOf(flows);
    const path = await browser.register(slug, answers);
    const url = `${flows.service.httpUrl}${path}/files/ine`;
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const boundary = "multipart/form-data; boundary=x";
    const cases: [type: string, body: string, status: number][] = [
      ["application/octet-stream", "%PDF-", 415],
      ["application/x-www-form-urlencoded", "file=1", 415],
      ["multipart/form-data", "--x--", 422],
      [boundary, "", 422],
      [boundary, '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n%PDF-1', 422],
      [boundary, '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--', 422],
    ];
    for (const [type, body, status] of cases) {
      const response = await fetch(url, { method: "POST", headers: { cookie, "content-type": type }, body });
      expect([type, body, response.status]).toEqual([type, body, status]);
      expect(response.headers.get("content-type")).toContain("text/html");
    }
    const unknown = await browser.upload(path, "other", pdf());
    expect(unknown.headers.get("location")).toBe(path);
    expect((await readRegistrations(tenant, slug))[0]).toMatchObject({ state: "pending", files: [{ file: null }, {}] });
  });

  test("accepts at most twenty files, also when they are sent at the same time", async () => {
    const tenant = flows.newTenant();
    const browser = createBrowserOf(flows);
    const path = await browser.register(await newFlow(tenant), answers);
    const replies = await Promise.all(Array.from({ length: uploadsMax + 3 }, () => browser.upload(path, "ine", pdf())));
    expect(replies.filter(({ status }) => status === 303)).toHaveLength(uploadsMax);
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(3);
  });

  test("can be continued only in the browser that sent the form", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const browser = createBrowserOf(flows);
    const path = await browser.register(slug, answers);
    const other = createBrowserOf(flows);
    const otherPath = await other.register(slug, answers);
    for (const stolen of [createBrowserOf(flows), other]) {
      for (const response of [
        await stolen.open(path),
        await stolen.finish(path),
        await stolen.upload(path, "ine", pdf()),
      ]) {
        expect([response.status, response.headers.get("location")]).toEqual([404, null]);
      }
    }
    const otherFlow = await newFlow(tenant);
    expect((await browser.open(path.replace(slug, otherFlow))).status).toBe(404);
    expect((await other.open(otherPath)).status).toBe(200);
    // The database has only the hash of what the cookie holds.
    const [secret = ""] = browser.cookies.values();
    expect(secret).toHaveLength(43);
    const stored = await registrations(tenant).findById(getIdOf(path));
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(stored?.access?.secretHashes).toEqual([createHash("sha256").update(secret).digest("base64url")]);
  });

  test("a form that is sent twice is one registration, and both answers lead to its page", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const browser = createBrowserOf(flows);
    const [, token = ""] =
      /name="_submission" value="([^"]+)"/.exec(await (await browser.open(`/flow/${slug}`)).text()) ?? [];
    const form = { ...answers, _submission: token };
    const first = await browser.register(slug, form);
    const cookies = new Map(browser.cookies);
    expect(await browser.register(slug, form)).toBe(first);
    expect((await browser.open(first)).status).toBe(200);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect((await browser.open(first)).status).toBe(200);
    expect(await readRegistrations(tenant, slug)).toHaveLength(1);
  });

  test("can be continued when the flow has gone offline", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const browser = createBrowserOf(flows);
    const path = await browser.register(slug, answers);
    await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { isActive: false });
    expect((await browser.upload(path, "ine", pdf())).status).toBe(303);
    expect((await browser.finish(path)).status).toBe(303);
    expect((await readRegistrations(tenant, slug))[0]).toMatchObject({ state: "completed" });
  });

  test("expires without its documents: its files are deleted, it is counted nowhere, and the visitor can register again", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const browser = createBrowserOf(flows);
    const path = await browser.register(slug, answers);
    await browser.upload(path, "ine", pdf());
    await tenant
      .scope()
      .ofShared<{ _id: string; dueAt: Date }>("registrationTimers")
      .updateOne({ _id: getIdOf(path) }, { $set: { dueAt: new Date(0) } });
    await eventually(async () => {
      expect((await readRegistrations(tenant, slug, "state=expired&limit=100"))[0]).toMatchObject({
        state: "expired",
        waitsFor: null,
        files: [{ file: null }, { file: null }],
      });
    });
    expect(await countChunks(tenant, { expiresAt: { $exists: false } })).toBe(0);
    expect(await (await browser.open(path)).text()).toContain("Se terminó el tiempo");
    expect((await browser.upload(path, "ine", pdf())).headers.get("location")).toBe(path);
    await browser.finish(path);
    expect([await readCounters(tenant, slug), await countEvents(tenant)]).toEqual([[0, 1, 1], 0]);
    const { access } = (await registrations(tenant).findById(getIdOf(path))) ?? {};
    expect((access?.expiresAt.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(24 * 60 * 60 * 1000);
    await tenant
      .scope()
      .collection<Registration>("registrations")
      .updateOne({ _id: getIdOf(path) }, { $set: { "access.expiresAt": new Date(0) } });
    expect((await browser.open(path)).status).toBe(404);
  });
});

describe("over REST", () => {
  test("a file is downloaded as an attachment, by its business alone, and by no public path", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const browser = createBrowserOf(flows);
    const path = await browser.register(slug, answers);
    const content = pdf(300_000);
    await browser.upload(path, "ine", content);
    const fileId = (await readRegistrations(tenant, slug))[0]?.files[0]?.file?._id ?? "";
    const address = `/v1/public/flows/${slug}/registrations/${getIdOf(path)}/files/${fileId}`;
    const file = await tenant.http("GET", address);
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="ine-[0-9a-f]{8}\.pdf"$/);
    expect(file.headers.get("x-content-type-options")).toBe("nosniff");
    expect(file.headers.get("content-type")).toBe("application/octet-stream");

    const otherTenant = flows.newTenant();
    expect(await send(otherTenant, "GET", address)).toMatchObject({ status: 404, body: { error: "flow_not_found" } });
    const otherSlug = await newFlow(tenant);
    expect(await send(tenant, "GET", address.replace(slug, otherSlug))).toMatchObject({ status: 404 });
    const unknown = await send(tenant, "GET", address.replace(fileId, "fil_unknown"));
    expect(unknown).toMatchObject({ status: 404, body: { error: "registration_file_not_found" } });
    for (const guess of [`${path}/files/ine`, `${path}/files/${fileId}`, `/flow/${slug}/files/${fileId}`])
      expect((await browser.open(guess)).status).toBe(404);
  });

  test("the list is filtered by state, and a cursor belongs to its state", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const browsers = [createBrowserOf(flows), createBrowserOf(flows), createBrowserOf(flows)];
    const paths: string[] = [];
    for (const browser of browsers) paths.push(await browser.register(slug, answers));
    const [first = "", second = "", third = ""] = paths;
    await browsers[0]?.upload(first, "ine", pdf());
    await browsers[0]?.finish(first);
    const list = async (state: string) =>
      (await readRegistrations(tenant, slug, `state=${state}&limit=1`)).map(({ _id }) => _id);
    expect(await list("pending")).toEqual([getIdOf(third), getIdOf(second)]);
    expect(await list("completed")).toEqual([getIdOf(first)]);
    expect(await list("rejected")).toEqual([]);
    const wrong = await send(tenant, "GET", `/v1/public/flows/${slug}/registrations?state=open`);
    expect(wrong).toMatchObject({ status: 422, body: { error: "invalid_argument" } });
  });

  test("a flow asks for at most five documents", async () => {
    const tenant = flows.newTenant();
    const { slug } = await tenant.rpc.approveCreateFlow(flowRequest());
    const registrationFields = Array.from({ length: 6 }, (_, index) => ({ text: `File ${index}`, type: "document" }));
    const refused = await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { registrationFields });
    expect(refused).toMatchObject({ status: 422, body: { detail: expect.stringContaining("at most 5") } });
    const accepted = await send(tenant, "PATCH", `/v1/public/flows/${slug}`, {
      registrationFields: registrationFields.slice(1),
    });
    expect(accepted).toMatchObject({ status: 200, body: { warnings: [] } });
  });
});

describe("flows_list_registrations", () => {
  test("shows how far each registration has come and what is missing, by state and by day, and nothing that a visitor entered", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const [one, other] = [createBrowserOf(flows), createBrowserOf(flows)];
    const done = await one.register(slug, { first_name: "Zacarías" });
    await one.upload(done, "ine", pdf());
    await one.finish(done);
    const waiting = await other.register(slug, { first_name: "Zacarías" });

    const all = await tenant.rpc.listRegistrations({ slug });
    expect(all).toMatchObject({ count: 2, hasMore: false });
    expect(all.items).toMatchObject([
      { registrationId: getIdOf(waiting), state: "pending", waitsFor: "documents", missingDocuments: ["INE"] },
      { registrationId: getIdOf(done), state: "completed", waitsFor: "", missingDocuments: [], bankStatus: "" },
    ]);
    expect(all.items[1]?.completedAt).toMatch(/^\d{4}-/);
    expect(JSON.stringify(all, (_, value: unknown) => value)).not.toContain("Zacarías");

    const find = async (given: object) =>
      (await tenant.rpc.listRegistrations({ slug, ...given })).items.map(({ registrationId }) => registrationId);
    expect(await find({ state: "pending" })).toEqual([getIdOf(waiting)]);
    expect(await find({ state: "rejected" })).toEqual([]);
    expect(await find({ dateTo: "2020-01-01" })).toEqual([]);
    const first = await tenant.rpc.listRegistrations({ slug, limit: 1 });
    expect(first).toMatchObject({ count: 1, hasMore: true });
    expect(await find({ limit: 1, cursor: first.nextCursor })).toEqual([getIdOf(done)]);
  });

  test("refuses a state that there is not and dates in the wrong order, and shows nothing of another business", async () => {
    const owner = flows.newTenant();
    const slug = await newFlow(owner);
    await createBrowserOf(flows).register(slug, answers);
    await expect(owner.rpc.listRegistrations({ slug, state: "open" })).rejects.toMatchObject({
      code: "invalid_argument",
      detail: expect.stringContaining("state") as string,
    });
    const dates = { dateFrom: "2026-03-02", dateTo: "2026-03-01" };
    await expect(owner.rpc.listRegistrations({ slug, ...dates })).rejects.toMatchObject({
      detail: expect.stringContaining("date_from") as string,
    });
    await expect(flows.newTenant().rpc.listRegistrations({ slug })).rejects.toMatchObject({ code: "flow_not_found" });
  });
});
