import { newId } from "@tenant-ops/kit/data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  consoleUrl,
  createActiveFlow,
  createVisitor,
  flowRequest,
  type FlowsTenant,
  newSlug,
  readLocation,
  startTestFlows,
  type TestFlows,
  validAnswers,
} from "./testing.js";

let flows: TestFlows;
beforeAll(async () => void (flows = await startTestFlows()));
afterAll(() => flows.close());

const newSandbox = (given = {}) => flows.newTenant({ businessId: newId("sbx"), ...given });

/** The last part of the public address of a flow. */
async function readPageSlug(tenant: FlowsTenant, slug: string): Promise<string> {
  const { publicUrl } = await tenant.rpc.getFlowBySlug({ slug });
  return publicUrl.slice(`${consoleUrl}/flow/`.length);
}

describe("a flow of a sandbox", () => {
  test("keeps its slug, and has an unlisted page of its own", async () => {
    const sandbox = newSandbox();
    const slug = newSlug();
    const preview = await sandbox.rpc.proposeCreateFlow(flowRequest({ slug }));
    const created = await sandbox.rpc.approveCreateFlow(flowRequest({ slug }));
    expect(created).toMatchObject({ slug, publicUrl: preview.preview?.publicUrl });
    expect(created.publicUrl).toMatch(new RegExp(`^${consoleUrl}/flow/test-[0-9a-f]{24}-${slug}$`));
    const { items } = await sandbox.rpc.listFlows({});
    expect(items).toMatchObject([{ slug, publicUrl: created.publicUrl }]);
  });

  test("takes no slug from live businesses, and they take none from it", async () => {
    const [sandbox, other, live] = [newSandbox(), newSandbox(), flows.newTenant()];
    const slug = newSlug();
    for (const tenant of [sandbox, live, other]) {
      expect(await tenant.rpc.approveCreateFlow(flowRequest({ slug }))).toMatchObject({ slug });
    }
    const names = await Promise.all([sandbox, live, other].map((tenant) => readPageSlug(tenant, slug)));
    expect(new Set(names).size).toBe(3);
    expect(names[1]).toBe(slug);
  });

  test("cannot have the slug of another flow of the sandbox", async () => {
    const sandbox = newSandbox();
    const slug = await createActiveFlow(sandbox);
    await expect(sandbox.rpc.approveCreateFlow(flowRequest({ slug }))).rejects.toMatchObject({ code: "slug_taken" });
  });

  test.each(["live", "sandbox"])("has no slug that begins with test-, in a %s business", async (kind) => {
    const tenant = kind === "live" ? flows.newTenant() : newSandbox();
    const slug = `test-${newSlug()}`;
    const refusal = { code: "slug_reserved", detail: expect.stringContaining("test-") };
    await expect(tenant.rpc.proposeCreateFlow(flowRequest({ slug }))).rejects.toMatchObject(refusal);
    await expect(tenant.rpc.approveCreateFlow(flowRequest({ slug }))).rejects.toMatchObject(refusal);
  });
});

describe("the page of a flow of a sandbox", () => {
  test.each([
    ["MX", "Página de prueba"],
    ["US", "Test page"],
    ["BR", "Página de teste"],
  ])("is marked and not for search engines (%s)", async (country, mark) => {
    const sandbox = newSandbox({ country });
    const name = await readPageSlug(sandbox, await createActiveFlow(sandbox));
    const page = await createVisitor(flows).open(name);
    expect(page.status).toBe(200);
    expect(page.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    const text = await page.text();
    expect(text).toContain(mark);
    expect(text).toContain('<meta name="robots" content="noindex, nofollow" />');
  });

  test("that redirects counts and redirects as a live one", async () => {
    const sandbox = newSandbox();
    const rouletteId = flows.roulettes.addTarget(sandbox, "rlt_1");
    const redirect = { redirectType: "roulette", redirectTargetId: rouletteId, campaign: "c" };
    const slug = await createActiveFlow(sandbox, redirect);
    const visitor = createVisitor(flows);
    const name = await readPageSlug(sandbox, slug);
    await visitor.open(name);
    const wrong = await visitor.submit(name, { ...validAnswers, first_name: "" });
    expect([wrong.status, wrong.headers.get("x-robots-tag")]).toEqual([422, "noindex, nofollow"]);
    expect(await wrong.text()).toContain("Página de prueba");
    const answer = await visitor.submit(name, validAnswers);
    expect([answer.status, readLocation(answer)]).toEqual([303, `${consoleUrl}/roulette/rlt_1?utm_campaign=c`]);
    expect(await sandbox.rpc.getFlowBySlug({ slug })).toMatchObject({ totalVisitCount: 1, completedCount: 1 });
  });

  test("has the mark on the thank-you page as well", async () => {
    const sandbox = newSandbox();
    const rouletteId = flows.roulettes.addTarget(sandbox, "rlt_2", { isActive: false });
    const slug = await createActiveFlow(sandbox, { redirectType: "roulette", redirectTargetId: rouletteId });
    const answer = await createVisitor(flows).submit(await readPageSlug(sandbox, slug), validAnswers);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("Página de prueba")]);
  });

  test("is not found under its slug; a live page has neither mark nor noindex", async () => {
    const [sandbox, live] = [newSandbox(), flows.newTenant()];
    const slug = await createActiveFlow(sandbox);
    expect((await createVisitor(flows).open(slug)).status).toBe(404);
    const livePage = await createVisitor(flows).open(await createActiveFlow(live));
    expect([livePage.status, livePage.headers.get("x-robots-tag")]).toEqual([200, null]);
    const text = await livePage.text();
    expect(text).not.toContain("Página de prueba");
    expect(text).not.toContain("noindex");
  });
});
