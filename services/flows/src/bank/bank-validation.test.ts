import type { ServerResponse } from "node:http";
import { FlowRegistrationCompletedSchema } from "@tenant-ops/proto/flows";
import { eventually } from "@tenant-ops/kit/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createBrowserOf,
  documentFields,
  getIdOf,
  pdf,
  readRegistrations,
  type ShownRegistration,
} from "../registrations/registrations.testing.js";
import {
  createActiveFlow,
  type FlowsTenant,
  readLocation,
  send,
  startTestFlows,
  type TestFlows,
  validAnswers,
} from "../testing.js";
import { type BankStandIn, json, signCallback, startBankStandIn } from "./stand-in.testing.js";

const settings = {
  EGRESS_ALLOW_HTTP: "true",
  EGRESS_ALLOW: "127.0.0.1/32",
  // Long, because on a busy machine an answer of the bank may be late.
  BANK_ATTEMPT_MS: "30000",
  BANK_RETRY_SCHEDULE: "50ms,50ms",
};
const providerPath = "/v1/public/flows/bank-provider";

let flows: TestFlows;
let bank: BankStandIn;
beforeAll(async () => {
  flows = await startTestFlows(settings);
  bank = await startBankStandIn();
});
afterAll(async () => {
  await flows.close();
  bank.close();
});

/** A business with the stand-in as its bank, and a flow that requires it. */
async function newTenantWithBank(registrationFields?: typeof documentFields, of = flows) {
  const tenant = of.newTenant();
  const { status, body } = await send<{ secret: string }>(tenant, "PUT", providerPath, { url: bank.url });
  expect(status).toBe(200);
  bank.secret = body.secret;
  const slug = await createActiveFlow(tenant, {
    isBankProviderRequired: true,
    ...(registrationFields && { registrationFields }),
  });
  return { tenant, slug };
}

const readOne = async (tenant: FlowsTenant, slug: string): Promise<ShownRegistration> => {
  const [first] = await readRegistrations(tenant, slug);
  if (!first) throw new Error("no registration");
  return first;
};
const untilState = (tenant: FlowsTenant, slug: string, state: string) =>
  eventually(async () => {
    const registration = await readOne(tenant, slug);
    expect(registration.state).toBe(state);
    return registration;
  });
const untilBank = (tenant: FlowsTenant, slug: string, status: string) =>
  eventually(async () => {
    const registration = await readOne(tenant, slug);
    expect(registration.bankValidation?.status).toBe(status);
    return registration;
  });
const countCompleted = async (tenant: FlowsTenant, slug: string) => {
  const { body } = await send(tenant, "GET", `/v1/public/flows/${slug}`);
  return [body["completedCount"], (await tenant.events(FlowRegistrationCompletedSchema)).length];
};
const resend = (tenant: FlowsTenant, slug: string, id: string) =>
  send(tenant, "POST", `/v1/public/flows/${slug}/registrations/${id}/resend-bank-validation`);
const toCallbackPath = (id: string) => `/v1/public/flows/bank-validations/${id}`;

describe("a registration that a bank validates", () => {
  test("is sent signed with its answers, completes when it is approved, and leads to the target", async () => {
    bank.answerWith({ status: "approved", reason: "\u202Eok\u0000" });
    const { tenant, slug } = await newTenantWithBank();
    const browser = createBrowserOf(flows);
    const path = await browser.register(slug);
    const { _id: id } = await untilState(tenant, slug, "completed");
    expect(bank.of(id)).toMatchObject([
      {
        id,
        isSigned: true,
        body: { registrationId: id, slug, answers: validAnswers, test: false },
        headers: { "user-agent": "tenant-ops-bank-validation/1" },
      },
    ]);
    expect(bank.of(id)[0]?.body.callbackUrl).toBe(`https://console.example.com${toCallbackPath(id)}`);
    expect(await readOne(tenant, slug)).toMatchObject({
      bankValidation: { status: "approved", reason: "ok", attempts: 1, lastFailure: "", nextAt: null },
    });
    expect(readLocation(await browser.open(path))).toBe("https://example.com/welcome");
    expect(await countCompleted(tenant, slug)).toEqual([1, 1]);
  });

  test("shows a sentence when it is rejected, and is counted nowhere; only the business sees the reason", async () => {
    bank.answerWith({ status: "rejected", reason: "score 312" });
    const { tenant, slug } = await newTenantWithBank();
    const browser = createBrowserOf(flows);
    const path = await browser.register(slug);
    expect(await untilState(tenant, slug, "rejected")).toMatchObject({ bankValidation: { reason: "score 312" } });
    const page = await (await browser.open(path)).text();
    expect(page).toContain("No pudimos aceptar tu registro");
    expect(page).not.toContain("score");
    expect(await countCompleted(tenant, slug)).toEqual([0, 0]);
  });

  test("needs its documents before the bank is asked", async () => {
    bank.answerWith({ status: "approved" });
    const { tenant, slug } = await newTenantWithBank(documentFields);
    const browser = createBrowserOf(flows);
    const path = await browser.register(slug, { first_name: "Ana" });
    expect(await readOne(tenant, slug)).toMatchObject({
      waitsFor: "documents",
      bankValidation: { status: "not_sent" },
    });
    await browser.upload(path, "ine", pdf());
    await browser.finish(path);
    expect(bank.of(getIdOf(path)).length).toBeLessThanOrEqual(1);
    await untilState(tenant, slug, "completed");
    expect(await countCompleted(tenant, slug)).toEqual([1, 1]);
    const chunks = tenant.scope().collection("fileChunks");
    expect(await chunks.count({ expiresAt: { $exists: true } })).toBe(0);
  });

  test("shows a page that reads itself again until there is an answer, without script", async () => {
    const asked: ServerResponse[] = [];
    bank.answer = (_request, response) => void asked.push(response);
    const { tenant, slug } = await newTenantWithBank();
    const browser = createBrowserOf(flows);
    const page = await browser.open(await browser.register(slug));
    expect([page.status, page.headers.get("refresh")]).toEqual([200, "2"]);
    const text = await page.text();
    expect(text).toContain("Estamos validando tus datos");
    expect(text).not.toMatch(/<script|http-equiv/);
    expect(await readOne(tenant, slug)).toMatchObject({ state: "pending", waitsFor: "bank" });
    await eventually(() => expect(asked).toHaveLength(1));
    bank.answerWith({ status: "approved" });
    for (const response of asked) response.destroy();
    await untilState(tenant, slug, "completed");
  });

  test.each<[name: string, answer: BankStandIn["answer"], failure: string]>([
    ["an error", json({}, 500), "http_500"],
    ["a redirect", (_request, response) => response.writeHead(302, { location: "/elsewhere" }).end(), "http_302"],
    ["no JSON", (_request, response) => response.end("<html>"), "bad_answer"],
    ["another status", json({ status: "maybe" }), "bad_answer"],
    ["ten megabytes", (_request, response) => response.end("x".repeat(10_000_000)), "too_large"],
    ["a broken connection", (_request, response) => response.destroy(), "reset"],
  ])("is sent again after %s, under the same id, and fails after the last attempt", async (_name, answer, failure) => {
    bank.answer = answer;
    const { tenant, slug } = await newTenantWithBank();
    const id = await expectFailed(flows, tenant, slug, failure);
    bank.answerWith({ status: "approved" });
    expect(await resend(tenant, slug, id)).toMatchObject({ status: 200, body: { bankValidation: { attempts: 0 } } });
    await untilState(tenant, slug, "completed");
    expect(bank.of(id).at(-1)?.id).toBe(id);
    expect(await countCompleted(tenant, slug)).toEqual([1, 1]);
  });

  test("is sent again when no answer came in time", async () => {
    const impatient = await startTestFlows({ ...settings, BANK_ATTEMPT_MS: "1000" });
    try {
      bank.answer = () => {};
      const { tenant, slug } = await newTenantWithBank(undefined, impatient);
      await expectFailed(impatient, tenant, slug, "timeout");
    } finally {
      await impatient.close();
    }
  });

  /** Registers a visitor, and expects that no attempt at the bank succeeds. @returns the id of the registration */
  async function expectFailed(of: TestFlows, tenant: FlowsTenant, slug: string, failure: string): Promise<string> {
    const browser = createBrowserOf(of);
    const path = await browser.register(slug);
    const { _id: id, ...failed } = await untilBank(tenant, slug, "failed");
    expect(failed).toMatchObject({
      state: "pending",
      waitsFor: "bank",
      bankValidation: { attempts: 3, lastFailure: failure, nextAt: null },
    });
    expect(bank.of(id).map((request) => [request.id, request.isSigned])).toEqual(
      Array.from({ length: 3 }, () => [id, true]),
    );
    const page = await browser.open(path);
    expect(page.headers.get("refresh")).toBeNull();
    expect(await page.text()).toContain("tarda más de lo normal");
    return id;
  }

  test("completes at once without a bank that is off, not set up, or not required", async () => {
    const { tenant, slug } = await newTenantWithBank();
    const register = async () => readLocation(await createBrowserOf(flows).submit(slug));
    await send(tenant, "PUT", providerPath, { url: bank.url, isEnabled: false });
    expect(await register()).toBe("https://example.com/welcome");
    await send(tenant, "DELETE", providerPath);
    expect(await register()).toBe("https://example.com/welcome");
    await send(tenant, "PUT", providerPath, { url: bank.url });
    await send(tenant, "PATCH", `/v1/public/flows/${slug}`, { isBankProviderRequired: false });
    expect(await register()).toBe("https://example.com/welcome");
  });

  test("fails at its next attempt when the bank was switched off, and can be sent again afterwards", async () => {
    bank.answer = json({}, 503);
    const { tenant, slug } = await newTenantWithBank();
    await createBrowserOf(flows).register(slug);
    await send(tenant, "PUT", providerPath, { url: bank.url, isEnabled: false });
    const { _id: id } = await untilBank(tenant, slug, "failed");
    expect(await resend(tenant, slug, id)).toMatchObject({ status: 404, body: { error: "bank_provider_not_found" } });
  });

  test("and a second one of the same person on the same day are counted once, also when the bank decides on another day", async () => {
    bank.answerWith({ status: "pending" });
    const { tenant, slug } = await newTenantWithBank();
    const browser = createBrowserOf(flows);
    for (let times = 0; times < 2; times += 1) await browser.register(slug);
    await eventually(async () => {
      const statuses = (await readRegistrations(tenant, slug)).map(({ bankValidation }) => bankValidation?.status);
      expect(statuses).toEqual(["waiting", "waiting"]);
    });
    for (const { _id } of await readRegistrations(tenant, slug)) {
      const body = { registrationId: _id, status: "approved" };
      expect((await send(tenant, "POST", toCallbackPath(_id), body)).status).toBe(200);
    }
    const { body } = await send(tenant, "GET", `/v1/public/flows/${slug}`);
    expect([body["completedCount"], body["uniqueVisitCount"], body["totalVisitCount"]]).toEqual([1, 1, 1]);
    expect(await tenant.events(FlowRegistrationCompletedSchema)).toHaveLength(2);
  });
});

describe("the callback of a bank", () => {
  async function newWaiting() {
    bank.answerWith({ status: "pending", reason: "in review" });
    const { tenant, slug } = await newTenantWithBank();
    await createBrowserOf(flows).register(slug);
    const { _id: id } = await untilBank(tenant, slug, "waiting");
    return { tenant, slug, id, secret: bank.secret };
  }

  async function call(
    id: string,
    body: object,
    headers: Record<string, string> | ((text: string) => Record<string, string>),
  ) {
    const text = JSON.stringify(body);
    const given = typeof headers === "function" ? headers(text) : headers;
    const response = await fetch(`${flows.service.httpUrl}${toCallbackPath(id)}`, {
      method: "POST",
      headers: given,
      body: text,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  test("decides with a signature, once, however often it comes", async () => {
    const { tenant, slug, id, secret } = await newWaiting();
    const body = { registrationId: id, status: "approved", reason: "checked" };
    const headers = signCallback(secret, "msg_1", JSON.stringify(body));
    const answers = await Promise.all([call(id, body, headers), call(id, body, headers), call(id, body, headers)]);
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        body: { _id: id, state: "completed", bankValidation: { status: "approved", reason: "checked" } },
      });
    }
    const again = await call(id, body, (text) => signCallback(secret, "msg_2", text));
    expect(again.status).toBe(200);
    expect(await countCompleted(tenant, slug)).toEqual([1, 1]);
    const opposite = { registrationId: id, status: "rejected" };
    expect(await call(id, opposite, (text) => signCallback(secret, "msg_3", text))).toMatchObject({
      status: 409,
      body: { error: "registration_not_pending" },
    });
    expect(await call(id, opposite, (text) => signCallback(secret, "msg_1", text))).toMatchObject({ status: 409 });
    expect((await readOne(tenant, slug)).state).toBe("completed");
  });

  test("can say that the decision is pending, and can reject", async () => {
    const { tenant, slug, id, secret } = await newWaiting();
    const later = await call(id, { registrationId: id, status: "pending" }, (text) =>
      signCallback(secret, "msg_1", text),
    );
    expect(later).toMatchObject({ status: 200, body: { state: "pending", bankValidation: { status: "waiting" } } });
    const no = { registrationId: id, status: "rejected", reason: "no" };
    expect(await call(id, no, (text) => signCallback(secret, "msg_2", text))).toMatchObject({
      body: { state: "rejected" },
    });
    expect((await resend(tenant, slug, id)).status).toBe(409);
  });

  test("is refused without a valid signature of this business and of this body, or when it is old", async () => {
    const { tenant, slug, id, secret } = await newWaiting();
    const other = await newWaiting();
    const body = { registrationId: id, status: "approved" };
    const now = Date.now();
    const cases: Parameters<typeof call>[2][] = [
      { "content-type": "application/json" },
      (text) => signCallback("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=", "msg_1", text),
      (text) => signCallback(other.secret, "msg_1", text),
      (text) => signCallback(secret, "msg_1", `${text} `),
      (text) => signCallback(secret, "msg_1", text, new Date(now - 6 * 60_000)),
      (text) => signCallback(secret, "msg_1", text, new Date(now + 6 * 60_000)),
      (text) => ({ ...signCallback(secret, "msg_1", text), "webhook-id": "msg_2" }),
    ];
    for (const headers of cases)
      expect(await call(id, body, headers)).toMatchObject({ status: 401, body: { error: "unauthorized" } });
    const unknown = await call("reg_unknown", body, (text) => signCallback(secret, "msg_1", text));
    expect(unknown).toMatchObject({ status: 401, body: { error: "unauthorized" } });
    // Only the body is signed, so a callback cannot be sent to another registration.
    const second = await send<ShownRegistration>(tenant, "GET", `/v1/public/flows/${slug}/registrations/${id}`);
    expect(second.body.state).toBe("pending");
    const moved = await call(id, { registrationId: other.id, status: "approved" }, (text) =>
      signCallback(secret, "m", text),
    );
    expect(moved).toMatchObject({ status: 422, body: { error: "invalid_argument" } });
    expect((await readOne(tenant, slug)).state).toBe("pending");
  });

  test("works with a key of the business, and not with that of another one", async () => {
    const { tenant, slug, id } = await newWaiting();
    const body = { registrationId: id, status: "approved" };
    const refused = await send(flows.newTenant(), "POST", toCallbackPath(id), body);
    expect(refused).toMatchObject({ status: 404, body: { error: "registration_not_found" } });
    const wrong = await send(tenant, "POST", toCallbackPath(id), { registrationId: id, status: "yes" });
    expect(wrong).toMatchObject({ status: 422, body: { error: "invalid_argument" } });
    expect(await send(tenant, "POST", toCallbackPath(id), body, "key-1")).toMatchObject({ status: 200 });
    expect(await send(tenant, "POST", toCallbackPath(id), body, "key-1")).toMatchObject({ status: 200 });
    expect(await countCompleted(tenant, slug)).toEqual([1, 1]);
  });

  test("works with the old and the new secret until the overlap of a rotation ends", async () => {
    const { tenant, id, secret } = await newWaiting();
    const rotated = await send<{ secret: string }>(tenant, "POST", `${providerPath}/rotate-secret`, {
      overlapHours: 1,
    });
    expect(rotated.body.secret).not.toBe(secret);
    const body = { registrationId: id, status: "pending" };
    for (const one of [secret, rotated.body.secret])
      expect((await call(id, body, (text) => signCallback(one, "msg_1", text))).status).toBe(200);
    const last = await send<{ secret: string }>(tenant, "POST", `${providerPath}/rotate-secret`, { overlapHours: 0 });
    expect((await call(id, body, (text) => signCallback(secret, "msg_2", text))).status).toBe(401);
    expect((await call(id, body, (text) => signCallback(last.body.secret, "msg_3", text))).status).toBe(200);
  });
});

describe("the settings of a bank validation", () => {
  test("show their secret once, and store it encrypted", async () => {
    const tenant = flows.newTenant();
    expect(await send(tenant, "GET", providerPath)).toMatchObject({ status: 200, body: { provider: null } });
    const first = await send<{ secret: string }>(tenant, "PUT", providerPath, { url: bank.url }, "key-1");
    expect(first.body).toMatchObject({ url: bank.url, isEnabled: true, secret: expect.stringMatching(/^whsec_/) });
    const repeated = await send<{ secret: string }>(tenant, "PUT", providerPath, { url: bank.url }, "key-1");
    expect([repeated.body, repeated.replayed]).toEqual([first.body, "true"]);
    const changed = await send(tenant, "PUT", providerPath, { url: `${bank.url}/2`, isEnabled: false });
    expect(changed.body).toMatchObject({ url: `${bank.url}/2`, isEnabled: false, secret: null });
    const shown = await send<{ provider: object }>(tenant, "GET", providerPath);
    expect(Object.keys(shown.body.provider).toSorted()).toEqual([
      "createdAt",
      "isEnabled",
      "secrets",
      "updatedAt",
      "url",
    ]);
    const stored = await tenant.scope().collection("bankProviders").find({});
    const kept = await flows.service.running.context.db.infrastructure("idempotency").find({}).toArray();
    const bytes = first.body.secret.slice("whsec_".length);
    for (const secret of [bytes, Buffer.from(bytes, "base64").toString("base64url")])
      expect(JSON.stringify([stored, kept])).not.toContain(secret);
    expect((await send(tenant, "DELETE", providerPath)).status).toBe(204);
    expect((await send(tenant, "DELETE", providerPath)).status).toBe(404);
  });

  test("two at once make one secret", async () => {
    const tenant = flows.newTenant();
    const answers = await Promise.all([1, 2, 3].map(() => send(tenant, "PUT", providerPath, { url: bank.url })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.filter(({ body }) => body["secret"] !== null)).toHaveLength(1);
  });

  test("belong to one business", async () => {
    const tenant = flows.newTenant();
    await send(tenant, "PUT", providerPath, { url: bank.url });
    const other = flows.newTenant();
    for (const [method, path] of [
      ["DELETE", ""],
      ["POST", "/rotate-secret"],
      ["POST", "/test"],
    ]) {
      const answer = await send(other, String(method), `${providerPath}${path}`, method === "POST" ? {} : undefined);
      expect(answer).toMatchObject({ status: 404, body: { error: "bank_provider_not_found" } });
    }
    expect((await send(other, "GET", providerPath)).body).toEqual({ provider: null });
    expect((await send(tenant, "GET", providerPath)).body).toMatchObject({ provider: { url: bank.url } });
  });

  test.each([
    "http://10.0.0.1/",
    "https://localhost/",
    "ftp://example.com/",
    "https://user:pw@example.com/",
    "nothing",
  ])("refuse the address %s", async (url) => {
    const refused = await send(flows.newTenant(), "PUT", providerPath, { url });
    expect(refused.status).toBe(422);
  });

  test("are tried with a marked request that stores nothing; a repeat sends nothing", async () => {
    const { tenant, slug } = await newTenantWithBank();
    bank.answerWith({ status: "rejected", reason: "test" });
    const before = bank.requests.length;
    const listTests = () => bank.requests.slice(before).filter(({ body }) => body.test);
    for (const _ of [1, 2]) {
      const tried = await send(tenant, "POST", `${providerPath}/test`, {}, "key-1");
      expect(tried).toMatchObject({ status: 200, body: { status: "rejected", reason: "test", failure: "" } });
    }
    expect(listTests()).toMatchObject([{ isSigned: true, body: { test: true, answers: {} } }]);
    bank.answer = json({}, 401);
    expect((await send(tenant, "POST", `${providerPath}/test`, {})).body).toEqual({
      status: "failed",
      reason: "",
      failure: "http_401",
    });
    expect(await readRegistrations(tenant, slug)).toEqual([]);
  });

  test("are used in a test run for a marked request, and the checklist says whether they are set", async () => {
    const { tenant, slug } = await newTenantWithBank();
    bank.answerWith({ status: "approved" });
    const run = await send<{ _id: string; url: string }>(tenant, "POST", `/v1/public/flows/${slug}/test-runs`);
    const browser = createBrowserOf(flows);
    const path = new URL(run.body.url).pathname;
    await browser.open(path);
    await browser.send("POST", path, new URLSearchParams(validAnswers));
    const { body } = await send(tenant, "GET", `/v1/public/flows/${slug}/test-runs/${run.body._id}`);
    expect(body).toMatchObject({
      status: "passed",
      result: { steps: [{}, {}, {}, {}, { name: "bankValidation", state: "passed" }, {}] },
    });
    expect(bank.of(run.body._id)).toMatchObject([{ isSigned: true, body: { test: true, answers: validAnswers } }]);
    const readState = async () => {
      const checklist = await send<{ steps: { name: string; state: string }[] }>(
        tenant,
        "GET",
        `/v1/public/flows/${slug}/checklist`,
      );
      return checklist.body.steps.find(({ name }) => name === "bankValidation")?.state;
    };
    expect(await readState()).toBe("done");
    await send(tenant, "DELETE", providerPath);
    expect(await readState()).toBe("missing");
  });
});
