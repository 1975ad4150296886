import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createActiveFlow,
  createVisitor,
  flowRequest,
  type FlowsTenant,
  readPage,
  readPages,
  send,
  startTestFlows,
  type TestFlows,
  validAnswers,
} from "../testing.js";
import type { AcceptedDocument } from "./documents.rules.js";
import type { Registration } from "../registrations/registrations.rules.js";

let flows: TestFlows;
beforeAll(async () => void (flows = await startTestFlows({ QUOTA_DOCUMENTS: "12" })));
afterAll(() => flows.close());

const toPath = (slug: string) => `/v1/public/flows/${slug}/documents`;
const toHash = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
const text = (content: string) => Buffer.from(content);
const pdf = (size = 20) => Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(size, 0xab)]);

interface Document {
  _id: string;
  sha256: string;
  versions: { sha256: string }[];
  error?: string;
  detail?: string;
}

async function upload(tenant: FlowsTenant, path: string, content: Uint8Array, idempotencyKey?: string) {
  const headers: Record<string, string> = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
  const response = await tenant.http("POST", path, { body: content, headers });
  const replayed = response.headers.get("idempotent-replayed");
  return { status: response.status, body: (await response.json()) as Document, replayed };
}

const add = (tenant: FlowsTenant, slug: string, content: Uint8Array, query = "kind=terms", key?: string) =>
  upload(tenant, `${toPath(slug)}?${query}`, content, key);

async function addOne(tenant: FlowsTenant, slug: string, content: Uint8Array, query = "kind=terms"): Promise<Document> {
  const { status, body } = await add(tenant, slug, content, query);
  expect(status).toBe(201);
  return body;
}

const newFlow = async (tenant: FlowsTenant) => (await tenant.rpc.approveCreateFlow(flowRequest())).slug;
const open = (path: string, method = "GET") => fetch(`${flows.service.httpUrl}${path}`, { method });
const readAccepted = async (tenant: FlowsTenant, slug: string): Promise<AcceptedDocument[][]> => {
  const { items } = await readPage<Registration>(tenant, `/v1/public/flows/${slug}/registrations`);
  return items.map(({ acceptedDocuments = [] }) => acceptedDocuments);
};

describe("a document", () => {
  test("is uploaded, listed, read, and downloaded by its hash as an attachment", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const content = pdf(600_000);
    const created = await addOne(tenant, slug, content, "kind=terms&title=T%C3%A9rminos");
    expect(created).toMatchObject({
      _id: expect.stringMatching(/^doc_/),
      kind: "terms",
      title: "Términos",
      requiresAcceptance: true,
      sha256: toHash(content),
      bytes: content.length,
      mediaType: "application/pdf",
      versions: [{ sha256: toHash(content), bytes: content.length, mediaType: "application/pdf" }],
    });
    expect((await readPages(tenant, `${toPath(slug)}?limit=1`)).map(({ _id }) => _id)).toEqual([created._id]);
    expect((await send(tenant, "GET", `${toPath(slug)}/${created._id}`)).body).toEqual(created);

    const file = await tenant.http("GET", `${toPath(slug)}/${created._id}/versions/${created.sha256}`);
    expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true);
    const names = ["content-type", "x-content-type-options", "content-disposition", "content-length"];
    expect(names.map((name) => file.headers.get(name))).toEqual([
      "application/octet-stream",
      "nosniff",
      `attachment; filename="terms-${created.sha256.slice(0, 8)}.pdf"`,
      String(content.length),
    ]);
  });

  test("has the type of its bytes: other contents are refused and not stored", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    for (const content of [Buffer.from([0x50, 0x4b, 3, 4, 0]), Buffer.alloc(0)]) {
      const refused = await add(tenant, slug, content);
      expect(refused).toMatchObject({ status: 422, body: { error: "file_type_refused" } });
    }
    const asJson = await tenant.http("POST", `${toPath(slug)}?kind=terms`, { body: { a: 1 } });
    expect(asJson.status).toBe(415);
    expect(await readPage(tenant, toPath(slug))).toMatchObject({ items: [] });
    const kept = await tenant
      .scope()
      .collection<{ _id: string; expiresAt?: Date }>("fileChunks")
      .count({ expiresAt: { $exists: false } });
    expect(kept).toBe(0);
  });

  test("of 10 MiB is accepted, and one with one byte more is refused", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const largest = pdf(10 * 1024 * 1024 - 9);
    await addOne(tenant, slug, largest);
    const refused = await add(tenant, slug, Buffer.concat([largest, Buffer.alloc(1)]));
    expect(refused).toMatchObject({ status: 413, body: { error: "payload_too_large" } });
  });

  test.each(["", "kind=other", `kind=terms&title=${"x".repeat(201)}`, "kind=terms&requiresAcceptance=1"])(
    "with the query %j is refused before it is stored",
    async (query) => {
      const tenant = flows.newTenant();
      const slug = await newFlow(tenant);
      expect((await add(tenant, slug, pdf(), query)).body.error).toBe("invalid_argument");
      expect(await tenant.scope().collection("fileChunks").count({})).toBe(0);
    },
  );

  test("is changed and deleted; then the page does not link it and its file stays readable for the business", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const { _id, sha256 } = await addOne(tenant, slug, text("Terms"));
    const one = `${toPath(slug)}/${_id}`;
    const changed = await send(tenant, "PATCH", one, { title: "Rules", requiresAcceptance: false });
    expect(changed).toMatchObject({ status: 200, body: { title: "Rules", requiresAcceptance: false, sha256 } });
    expect(await (await open(`/flow/${slug}`)).text()).toContain(">Rules</a>");
    expect((await send(tenant, "DELETE", one)).status).toBe(204);
    expect(await (await open(`/flow/${slug}`)).text()).not.toContain("Rules");
    expect((await open(`/flow/${slug}/documents/${sha256}`)).status).toBe(404);
    expect((await send(tenant, "GET", one)).body).toMatchObject({ error: "document_not_found" });
    expect((await send(tenant, "DELETE", one)).body).toMatchObject({ error: "document_not_found" });
    expect(await (await tenant.http("GET", `${one}/versions/${sha256}`)).text()).toBe("Terms");
  });

  test("of another business is answered like one that does not exist", async () => {
    const owner = flows.newTenant();
    const slug = await newFlow(owner);
    const { _id, sha256 } = await addOne(owner, slug, text("Terms"));
    const tenant = flows.newTenant();
    const own = await newFlow(tenant);
    expect((await add(tenant, slug, pdf())).body.error).toBe("flow_not_found");
    for (const path of [`${toPath(slug)}/${_id}`, toPath(slug), `${toPath(slug)}/${_id}/versions/${sha256}`])
      expect((await send(tenant, "GET", path)).body).toMatchObject({ error: "flow_not_found" });
    for (const [method, path, body] of [
      ["GET", `${toPath(own)}/${_id}`],
      ["GET", `${toPath(own)}/${_id}/versions/${sha256}`],
      ["PATCH", `${toPath(own)}/${_id}`, { title: "x" }],
      ["DELETE", `${toPath(own)}/${_id}`],
    ] as const)
      expect((await send(tenant, method, path, body)).body).toMatchObject({ error: "document_not_found" });
    expect((await upload(tenant, `${toPath(own)}/${_id}/versions`, pdf())).body.error).toBe("document_not_found");
  });
});

describe("a new version of a document", () => {
  test("replaces the earlier one, which stays readable under its hash", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const { _id, sha256: first } = await addOne(tenant, slug, text("one"));
    const path = `${toPath(slug)}/${_id}/versions`;
    const { status, body } = await upload(tenant, path, text("two"));
    expect([status, body.sha256, body.versions.map(({ sha256 }) => sha256)]).toEqual([
      200,
      toHash(text("two")),
      [first, toHash(text("two"))],
    ]);
    expect((await upload(tenant, path, text("two"))).body).toEqual(body);
    expect(await (await tenant.http("GET", `${path}/${first}`)).text()).toBe("one");
    expect((await open(`/flow/${slug}/documents/${first}`)).status).toBe(404);
    expect(await (await open(`/flow/${slug}/documents/${body.sha256}`)).text()).toBe("two");
  });

  test("of two at once both are kept", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const { _id } = await addOne(tenant, slug, text("one"));
    const path = `${toPath(slug)}/${_id}/versions`;
    await Promise.all(["two", "three"].map((content) => upload(tenant, path, text(content))));
    expect((await send<Document>(tenant, "GET", `${toPath(slug)}/${_id}`)).body.versions).toHaveLength(3);
  });
});

describe("the documents of a flow", () => {
  test("are at most ten, also when two are added at once as the last one, and a repeat gets its answer", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    for (let count = 0; count < 9; count += 1) await addOne(tenant, slug, text(`document ${count}`));
    const last = await Promise.all(["a", "b"].map((key) => add(tenant, slug, text(key), "kind=terms", key)));
    expect(last.map(({ status }) => String(status)).toSorted()).toEqual(["201", "409"]);
    expect(last.find(({ status }) => status === 409)?.body).toMatchObject({ error: "document_limit_reached" });
    const won = last[0]?.status === 201 ? "a" : "b";
    const again = await add(tenant, slug, text(won), "kind=terms", won);
    expect([again.status, again.replayed]).toEqual([201, "true"]);
    expect((await add(tenant, slug, text("other"), "kind=terms", won)).body.error).toBe("idempotency_conflict");
    expect((await add(tenant, slug, text("c"))).body.error).toBe("document_limit_reached");
  });

  test("count against the quota of the business", async () => {
    const tenant = flows.newTenant();
    const slugs = [await newFlow(tenant), await newFlow(tenant)];
    const answers = [];
    for (let count = 0; count < 13; count += 1)
      answers.push(await add(tenant, slugs[count % 2] ?? "", text(`${count}`)));
    expect(answers.at(-1)?.body).toMatchObject({ error: "quota_exceeded" });
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(12);
  });

  test("cause a warning in the checklist until the page links those that it usually needs", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const readStep = async () => {
      const { body } = await send<{ steps: { name: string; state: string }[] }>(
        tenant,
        "GET",
        `/v1/public/flows/${slug}/checklist`,
      );
      return body.steps.find(({ name }) => name === "documents")?.state;
    };
    expect(await readStep()).toBe("warning");
    await addOne(tenant, slug, text("Privacy"), "kind=privacy");
    expect(await readStep()).toBe("done");
  });

  test("make a test run outdated when they change", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const { body } = await send<{ url: string }>(tenant, "POST", `/v1/public/flows/${slug}/test-runs`);
    const path = new URL(body.url).pathname;
    const { sha256 } = await addOne(tenant, slug, text("Terms"));
    expect(await (await open(path)).text()).toContain(`href="${path}/documents/${sha256}"`);
    expect(await (await open(`${path}/documents/${sha256}`)).text()).toBe("Terms");
    const form = new URLSearchParams({ ...validAnswers, _accept: sha256 });
    const submit = (given: URLSearchParams) =>
      fetch(`${flows.service.httpUrl}${path}`, { method: "POST", body: given });
    expect((await submit(new URLSearchParams(validAnswers))).status).toBe(422);
    expect((await submit(form)).status).toBe(200);
    const readState = async () =>
      (await send<{ testRun: { state: string } }>(tenant, "GET", `/v1/public/flows/${slug}`)).body.testRun.state;
    expect(await readState()).toBe("passed");
    await addOne(tenant, slug, text("Privacy"), "kind=privacy");
    expect(await readState()).toBe("outdated");
  });
});

describe("a visitor", () => {
  test("registers only after accepting, and the registration has the hash of what was accepted", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const terms = await addOne(tenant, slug, text("Terms"));
    await addOne(tenant, slug, text("Permit"), "kind=permit&requiresAcceptance=false");
    const visitor = createVisitor(flows);
    const page = await (await visitor.open(slug)).text();
    expect(page).toContain("Términos y condiciones");
    expect(page).toContain("Permiso del sorteo");
    const refused = await visitor.submit(slug, validAnswers);
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining(`href="#accept-${terms.sha256}"`),
    ]);
    expect(await readAccepted(tenant, slug)).toEqual([]);
    expect((await visitor.submit(slug, { ...validAnswers, _accept: terms.sha256 })).status).toBe(303);
    const { _id: documentId, sha256 } = terms;
    expect(await readAccepted(tenant, slug)).toEqual([[{ documentId, kind: "terms", title: "", sha256 }]]);
  });

  test("who accepted a version that was replaced meanwhile is asked again", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const { _id, sha256 } = await addOne(tenant, slug, text("one"));
    const { body } = await upload(tenant, `${toPath(slug)}/${_id}/versions`, text("two"));
    const visitor = createVisitor(flows);
    expect((await visitor.submit(slug, { ...validAnswers, _accept: sha256 })).status).toBe(422);
    expect((await visitor.submit(slug, { ...validAnswers, _accept: body.sha256 })).status).toBe(303);
  });

  test("gets a document as a file that no browser shows or runs, and only from its own page", async () => {
    const tenant = flows.newTenant();
    const [slug, other] = [await createActiveFlow(tenant), await createActiveFlow(tenant)];
    const { sha256 } = await addOne(tenant, slug, text("<script>alert(1)</script>"));
    for (const method of ["GET", "HEAD"]) {
      const answer = await open(`/flow/${slug}/documents/${sha256}`, method);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/octet-stream"]);
      expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="terms-[0-9a-f]{8}\.txt"$/);
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
      expect(await answer.text()).toBe(method === "GET" ? "<script>alert(1)</script>" : "");
    }
    expect((await open(`/flow/${other}/documents/${sha256}`)).status).toBe(404);
    await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { isActive: false });
    expect((await open(`/flow/${slug}/documents/${sha256}`)).status).toBe(404);
  });
});
