import { newId } from "@tenant-ops/kit/data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { say } from "../questions/sentences.rules.js";
import {
  browserUserAgent,
  consoleUrl,
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

const appUrl = "https://app.example.com";
let flows: TestFlows;
beforeAll(async () => void (flows = await startTestFlows({ APP_URL: `${appUrl}/`, QUOTA_TEST_RUNS: "5" })));
afterAll(() => flows.close());

const toPath = (slug: string) => `/v1/public/flows/${slug}/test-runs`;
const newFlow = async (tenant: FlowsTenant, given = {}) =>
  (await tenant.rpc.approveCreateFlow(flowRequest(given))).slug;

interface Started {
  _id: string;
  url: string;
}

async function startRun(tenant: FlowsTenant, slug: string): Promise<Started> {
  const { status, body } = await send<Started>(tenant, "POST", toPath(slug));
  expect(status).toBe(201);
  return body;
}

/** Opens the link as the browser of the business does, through the address of the service. */
function openLink({ url }: Started) {
  const target = url.replace(consoleUrl, flows.service.httpUrl);
  const headers = { "user-agent": browserUserAgent, "x-client-address": "203.0.113.9" };
  return {
    show: (method = "GET") => fetch(target, { method, headers }),
    submit: (answers: Record<string, string> = validAnswers) =>
      fetch(target, { method: "POST", headers, redirect: "manual", body: new URLSearchParams(answers) }),
  };
}

async function passTestRun(tenant: FlowsTenant, slug: string) {
  const run = await startRun(tenant, slug);
  const link = openLink(run);
  await link.show();
  await link.submit();
  return run;
}

const readFlow = async (tenant: FlowsTenant, slug: string) =>
  (await send<{ testRun: { state: string }; warnings: string[] }>(tenant, "GET", `/v1/public/flows/${slug}`)).body;

describe("a test run", () => {
  test("of an inactive flow shows its page with a mark, and says afterwards where a visitor would be sent", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant, { source: "ig" });
    const run = await startRun(tenant, slug);
    expect(run).toMatchObject({ status: "open", openedAt: null, result: null, slug });
    const link = openLink(run);

    const page = await link.show();
    expect([page.status, page.headers.get("x-robots-tag")]).toEqual([200, "noindex, nofollow"]);
    expect(await page.text()).toContain("Página de prueba");
    const answer = await link.submit();
    const address = "https://example.com/welcome?utm_source=ig";
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(`href="${address}"`)]);

    const { url: _, ...read } = run;
    expect((await send(tenant, "GET", `${toPath(slug)}/${run._id}`)).body).toEqual({
      ...read,
      status: "passed",
      openedAt: expect.any(String),
      result: {
        at: expect.any(String),
        steps: [
          { name: "page", state: "passed", ...say("test_page_shown") },
          { name: "proof", state: "unused", ...say("test_proof_not_needed") },
          { name: "answers", state: "passed", ...say("test_answers_accepted") },
          { name: "documents", state: "unused", ...say("test_acceptance_not_needed") },
          { name: "redirect", state: "passed", ...say("test_redirect_found", { type: "url" }) },
        ],
        registration: {
          isTest: true,
          answers: validAnswers,
          utm: { source: "ig", medium: "", campaign: "", content: "" },
          redirect: { type: "url", targetId: "", url: "https://example.com/welcome" },
          acceptedDocuments: [],
        },
        address,
      },
    });
    expect(await readFlow(tenant, slug)).toMatchObject({ testRun: { state: "passed", _id: run._id }, warnings: [] });
  });

  test("is counted nowhere and publishes no event", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant, { campaign: "verano" });
    await passTestRun(tenant, slug);
    const numbers = { totalVisitCount: 0, uniqueVisitCount: 0, completedCount: 0 };
    expect(await readFlow(tenant, slug)).toMatchObject(numbers);
    expect((await send(tenant, "GET", "/v1/public/flows/statistics")).body).toMatchObject({
      totalVisits: 0,
      totalCompletions: 0,
    });
    expect(await readPage(tenant, `/v1/public/flows/${slug}/registrations`)).toMatchObject({ items: [], count: 0 });
    const { items } = await readPage<object>(tenant, "/v1/public/campaigns");
    expect(items).toMatchObject([{ metrics: { totalVisits: 0, completions: 0 } }]);
    expect(await tenant.scope().collection("visitors").count({})).toBe(0);
    const outbox = flows.service.running.context.db.infrastructure("outbox");
    expect(await outbox.countDocuments({ businessId: tenant.businessId })).toBe(0);
  });

  test("asks again after wrong answers and stays open; the last form decides the result", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const run = await startRun(tenant, slug);
    const link = openLink(run);
    await link.show();
    const wrong = await link.submit({ ...validAnswers, first_name: "" });
    expect(wrong.status).toBe(422);
    const read = () => send<{ status: string }>(tenant, "GET", `${toPath(slug)}/${run._id}`);
    expect((await read()).body.status).toBe("open");
    await Promise.all([link.submit(), link.submit()]);
    const again = { ...validAnswers, first_name: "Eva" };
    await link.submit(again);
    expect((await read()).body).toMatchObject({ status: "passed", result: { registration: { answers: again } } });
  });

  test("fails when no target is active, and passes over the same link once one is", async () => {
    const tenant = flows.newTenant({ country: "US" });
    const roulette = flows.roulettes.addTarget(tenant, newId("rou"), { isActive: false });
    const slug = await newFlow(tenant, { redirectType: "roulette", redirectTargetId: roulette });
    const link = openLink(await startRun(tenant, slug));
    await link.show();
    expect(await (await link.submit()).text()).toContain("The test run failed");
    expect(await readFlow(tenant, slug)).toMatchObject({ testRun: { state: "failed" } });
    flows.roulettes.addTarget(tenant, roulette);
    expect(await (await link.submit()).text()).toContain("The test run passed");
    expect(await readFlow(tenant, slug)).toMatchObject({ testRun: { state: "passed" } });
  });

  test("does not pass when the page was never shown, also when it was requested with HEAD", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const link = openLink(await startRun(tenant, slug));
    expect((await link.show("HEAD")).status).toBe(200);
    await link.submit();
    expect(await readFlow(tenant, slug)).toMatchObject({ testRun: { state: "failed" } });
  });

  test("is outdated by a change of the flow, and not by putting it online", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    await passTestRun(tenant, slug);
    await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { isActive: true });
    expect((await readFlow(tenant, slug)).testRun.state).toBe("passed");
    await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { medium: "story" });
    expect(await readFlow(tenant, slug)).toMatchObject({
      testRun: { state: "outdated" },
      warnings: [expect.stringContaining("changed after its last test run")],
    });
  });

  test("of a page that was shown before a change of the flow does not count, until the page is shown again", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const run = await startRun(tenant, slug);
    const link = openLink(run);
    await link.show();
    await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { medium: "story" });
    expect(await (await link.submit()).text()).toContain("La prueba no salió bien");
    expect((await send(tenant, "GET", `${toPath(slug)}/${run._id}`)).body).toMatchObject({
      status: "failed",
      result: { steps: [{ name: "page", state: "failed", code: "test_page_changed" }, {}, {}, {}, {}] },
    });
    expect((await readFlow(tenant, slug)).testRun.state).toBe("outdated");
    await link.show();
    await link.submit();
    expect((await readFlow(tenant, slug)).testRun.state).toBe("passed");
  });

  test("says of a step that visitors do not have that it is not asked for", async () => {
    const tenant = flows.newTenant();
    const link = openLink(await startRun(tenant, await newFlow(tenant)));
    await link.show();
    const page = await (await link.submit()).text();
    expect(page).toContain("Prueba de identidad: no se pide");
    expect(page).toContain("Documentos aceptados: no se pide");
    expect(page).toContain("Respuestas aceptadas: sí");
  });

  test("may be shown in a frame by the application alone; the public page by no site", async () => {
    const tenant = flows.newTenant();
    const slug = await createActiveFlow(tenant);
    const link = openLink(await startRun(tenant, slug));
    for (const answer of [await link.show(), await link.submit()]) {
      const policy = answer.headers.get("content-security-policy");
      expect(policy).toContain(`frame-ancestors ${appUrl}`);
      expect(policy).toMatch(/form-action 'self'(;|$)/);
    }
    const page = await createVisitor(flows).open(slug);
    expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });
});

describe("activating a flow without a passed test run", () => {
  test("succeeds and warns, over REST and in the preview of the tool", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    const warning = expect.stringContaining("not tested from beginning to end");
    expect((await tenant.rpc.proposeUpdateFlow({ slug, isActive: true })).warnings).toContainEqual(warning);
    const changed = await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { isActive: true });
    expect(changed).toMatchObject({ status: 200, body: { isActive: true, warnings: [warning] } });
  });

  test("does not warn of it after one has passed", async () => {
    const tenant = flows.newTenant();
    const slug = await newFlow(tenant);
    await passTestRun(tenant, slug);
    const { warnings } = await tenant.rpc.proposeUpdateFlow({ slug, isActive: true });
    expect(warnings.filter((warning) => /test/i.test(warning))).toEqual([]);
    const changed = await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { isActive: true });
    expect(changed.body).toMatchObject({ warnings: [] });
  });
});

describe("the link of a test run", () => {
  test.each([
    ["another secret", (url: string) => `${url.slice(0, -43)}${"A".repeat(43)}`],
    ["an unknown test run", (url: string) => url.replace(/tst_\w{26}/, newId("tst"))],
    ["no token", (url: string) => url.replace(/[^/]+$/, "x")],
  ])("with %s is not found", async (_what, change) => {
    const tenant = flows.newTenant();
    const run = await startRun(tenant, await newFlow(tenant));
    const link = openLink({ ...run, url: change(run.url) });
    expect([(await link.show()).status, (await link.submit()).status]).toEqual([404, 404]);
  });

  test("does not open another flow, and not after an hour", async () => {
    const tenant = flows.newTenant();
    const [slug, other] = [await newFlow(tenant), await newFlow(tenant)];
    const run = await startRun(tenant, slug);
    expect((await openLink({ ...run, url: run.url.replace(slug, other) }).show()).status).toBe(404);
    await tenant
      .scope()
      .collection("testRuns")
      .updateOne({ _id: run._id }, { $set: { linkExpiresAt: new Date() } });
    const link = openLink(run);
    expect([(await link.show()).status, (await link.submit()).status]).toEqual([404, 404]);
    expect((await send(tenant, "GET", `${toPath(slug)}/${run._id}`)).body).toMatchObject({ status: "expired" });
  });

  test("is stored nowhere in readable form", async () => {
    const tenant = flows.newTenant();
    const run = await startRun(tenant, await newFlow(tenant));
    const stored = await tenant.scope().collection("testRuns").find({});
    expect(JSON.stringify(stored)).not.toContain(run.url.slice(-43));
  });
});

test("test runs are listed page by page, the newest first, under their own flow", async () => {
  const tenant = flows.newTenant();
  const [slug, other] = [await newFlow(tenant), await newFlow(tenant)];
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push((await startRun(tenant, slug))._id);
  await startRun(tenant, other);
  expect((await readPages(tenant, `${toPath(slug)}?limit=2`)).map(({ _id }) => _id)).toEqual(ids.toReversed());
  expect((await send(tenant, "GET", `${toPath(other)}/${ids[0]}`)).body).toMatchObject({ error: "test_run_not_found" });
});

test("another business sees no test run and begins none", async () => {
  const owner = flows.newTenant();
  const slug = await newFlow(owner);
  const { _id } = await startRun(owner, slug);
  const tenant = flows.newTenant();
  for (const [method, path] of [
    ["POST", toPath(slug)],
    ["GET", toPath(slug)],
    ["GET", `${toPath(slug)}/${_id}`],
  ] as const)
    expect(await send(tenant, method, path)).toMatchObject({ status: 404, body: { error: "flow_not_found" } });
});

test("a repeated request gets the same link, two at once begin two, and the quota holds", async () => {
  const tenant = flows.newTenant();
  const slug = await newFlow(tenant);
  const first = await send(tenant, "POST", toPath(slug), undefined, "k-1");
  const again = await send(tenant, "POST", toPath(slug), undefined, "k-1");
  expect([again.replayed, again.body]).toEqual(["true", first.body]);
  const both = await Promise.all([startRun(tenant, slug), startRun(tenant, slug)]);
  expect(new Set(both.map(({ _id }) => _id)).size).toBe(2);
  const more = await Promise.all([1, 2, 3, 4].map(() => send(tenant, "POST", toPath(slug))));
  expect(more.map(({ status }) => String(status)).toSorted()).toEqual(["201", "201", "409", "409"]);
});
