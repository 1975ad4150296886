import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { eventually } from "@tenant-ops/kit/testing";
import { hasChromium, withPage } from "@tenant-ops/kit/testing/browser";
import { MongoClient } from "mongodb";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StandInWhatsApp, startWhatsApp } from "../services/flows/src/sign-in/whatsapp.testing.js";
import type { MeshProcess } from "../scripts/lib/mesh/mesh.mjs";
import { type Business, type OwnTestMesh, startTestMesh } from "./support/mesh/test-mesh.js";
import { createWinningRoulette } from "./support/records/winning-roulette.js";

// Two replicas of flows behind the gateway, one of which is killed.

let whatsapp: StandInWhatsApp;
let testMesh: OwnTestMesh;
let business: Business;
beforeAll(async () => {
  whatsapp = await startWhatsApp();
  testMesh = await startTestMesh({
    services: ["flows", "roulettes", "learning"],
    replicas: { flows: 2 },
    env: { flows: { WHATSAPP_API_URL: whatsapp.url } },
  });
  business = await testMesh.createBusiness();
  await callRest("PUT", "/v1/public/flows/visitor-sign-in", {
    whatsapp: {
      phoneNumberId: "105954558954427",
      accessToken: whatsapp.token,
      templateName: "verification_code",
      templateLanguage: "es_MX",
    },
  });
});
afterAll(async () => {
  await testMesh.stop();
  whatsapp.close();
});

const callRest = (method: string, path: string, body?: object) =>
  testMesh.callRestOrThrow(business, method, path, body);

async function createFlow(redirect: object): Promise<string> {
  const slug = `proof-${randomUUID().slice(0, 8)}`;
  const registrationFields = [
    { text: "Nombre", value: "full_name", isRequired: true },
    { text: "Teléfono", value: "phone", type: "phone", isRequired: true },
  ];
  await callRest("POST", "/v1/public/flows", { name: "Verano", slug, redirect, registrationFields });
  await callRest("PATCH", `/v1/public/flows/${slug}`, { isActive: true });
  return slug;
}

const toUrl = { type: "url", url: "https://example.com/welcome" };
let phoneCount = 0;
const newPhone = () => `+5255${String(12_345_600 + ++phoneCount)}`;

/** A browser without pictures: it keeps the cookie of a flow. @param chooseUrl where its next request goes */
function createBrowser(slug: string, chooseUrl = () => testMesh.url) {
  let cookie = "";
  const at = (step = "") => `${chooseUrl()}/flow/${slug}${step}`;
  async function request(url: string, form?: Record<string, string>) {
    const response = await fetch(url, {
      method: form ? "POST" : "GET",
      headers: { "user-agent": "Mozilla/5.0 Chrome/126.0", cookie },
      redirect: "manual",
      ...(form && { body: new URLSearchParams(form) }),
    });
    cookie =
      response.headers
        .getSetCookie()
        .find((one) => one.startsWith("sign-in="))
        ?.split(";")[0] ?? cookie;
    return { status: response.status, text: await response.text() };
  }
  return {
    open: (step?: string) => request(at(step)),
    askForCode: (phone: string) => request(at("/sign-in/code"), { phone }),
    enterCode: (code: string) => request(at("/sign-in/check"), { code }),
    register: (form: Record<string, string>) => request(at(), form),
  };
}

function listReplicas(): MeshProcess[] {
  const replicas = Object.values(testMesh.mesh.processes).filter(({ name }) => name.startsWith("flows"));
  expect(replicas).toHaveLength(2);
  return replicas;
}

/** The gateway sends requests of pages to one replica; these go to a replica itself. */
function readHttpUrl({ logFile }: MeshProcess): string {
  const ports = [...readFileSync(logFile, "utf8").matchAll(/"httpPort":(\d+)/g)];
  return `http://127.0.0.1:${ports.at(-1)?.[1]}`;
}

test("after kill -9 between the message and its answer, the code that arrived can be entered, and no second one was sent", async () => {
  const slug = await createFlow(toUrl);
  const browser = createBrowser(slug);
  await browser.open();
  const before = whatsapp.sent.length;
  const replicas = listReplicas();
  whatsapp.beforeAnswer = async () => {
    for (const replica of replicas) replica.kill("SIGKILL");
    await Promise.all(replicas.map(({ exited }) => exited));
  };
  const phone = newPhone();
  const broken = await browser.askForCode(phone);
  expect(broken.status).toBeGreaterThanOrEqual(500);
  delete whatsapp.beforeAnswer;
  await Promise.all(replicas.map((replica) => replica.start()));
  expect(whatsapp.sent.length).toBe(before + 1);
  const waiting = await eventually(async () => {
    const page = await browser.open("/sign-in");
    expect(page.status).toBe(200);
    return page;
  });
  expect(waiting.text).toContain('name="code"');
  expect(await browser.askForCode(phone)).toMatchObject({ status: 429 });
  expect(await browser.enterCode(whatsapp.sent.at(-1)?.code ?? "")).toMatchObject({ status: 303 });
  expect(await browser.register({ full_name: "Ana" })).toMatchObject({ status: 303 });
});

test("two replicas together compare at most five guesses, and a proof is used by one registration", async () => {
  const slug = await createFlow(toUrl);
  const urls = listReplicas().map(readHttpUrl);
  expect(new Set(urls).size).toBe(2);
  let requests = 0;
  const browser = createBrowser(slug, () => urls[requests++ % 2] ?? "");
  await browser.open();
  await browser.askForCode(newPhone());
  const { code = "" } = whatsapp.sent.at(-1) ?? {};
  const wrong = Array.from({ length: 40 }, (_, index) =>
    String((Number(code) + 1 + index) % 1_000_000).padStart(6, "0"),
  );
  const guesses = await Promise.all(wrong.map((guess) => browser.enterCode(guess)));
  expect(guesses.filter(({ text }) => text.includes("no es correcto") || text.includes("not correct"))).toHaveLength(4);
  expect(await browser.enterCode(code)).toMatchObject({ status: 422 });
  const second = createBrowser(slug, () => urls[requests++ % 2] ?? "");
  await second.open();
  await second.askForCode(newPhone());
  await second.enterCode(whatsapp.sent.at(-1)?.code ?? "");
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => second.register({ full_name: `A${index}` })),
  );
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    303,
    ...Array.from({ length: 9 }, () => 403),
  ]);
});

test.skipIf(!hasChromium)(
  "a visitor enters a phone number, the code and the form, reaches the wheel, and sees the prize in another browser too",
  async () => {
    const rouletteId = await createWinningRoulette(testMesh, business);
    const slug = await createFlow({ type: "roulette", targetId: rouletteId });
    const phone = newPhone();
    const address = `${testMesh.url}/roulette/${rouletteId}`;
    const goToWheel = (work: (page: Page) => Promise<void>) =>
      withPage({ javaScriptEnabled: false, locale: "es-MX" }, async (page) => {
        await page.goto(`${testMesh.url}/flow/${slug}`);
        await page.locator("#phone").fill(phone);
        await page.locator("form[action$='/code'] button").click();
        // The code is sent before this page is answered.
        await page.locator("#code").waitFor();
        await page.locator("#code").fill(whatsapp.sent.at(-1)?.code ?? "");
        await page.locator("form[action$='/check'] button").click();
        await page.locator("#field-full_name").fill("Ana Pérez");
        await page.locator("button[type=submit]").click();
        await page.waitForURL(address);
        await work(page);
      });
    await goToWheel(async (page) => {
      await page.locator("button").first().click();
      await page.locator(".code").first().waitFor();
    });
    await forgetInterval();
    await goToWheel(async (page) => {
      // The spin of the same person was used: the prize is shown, and there is no second one.
      await page.locator(".code").first().waitFor();
      expect(await page.locator("form button").count()).toBe(0);
    });
  },
  300_000,
);

/** Removes the waiting time, so that the phone can get another code at once. */
async function forgetInterval(): Promise<void> {
  const mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
  await mongo.db(`${testMesh.mesh.databasePrefix}flows`).collection("visitorUsage").deleteMany({});
  await mongo.close();
}

test("neither a code nor the access token is in a log or in the database", async () => {
  const codes = whatsapp.sent.map(({ code }) => code);
  expect(codes.length).toBeGreaterThan(2);
  const logs = Object.values(testMesh.mesh.processes).map(({ logFile }) => readFileSync(logFile, "utf8"));
  const mongo = await new MongoClient(testMesh.mesh.mongodbUrl).connect();
  const database = mongo.db(`${testMesh.mesh.databasePrefix}flows`);
  const names = (await database.listCollections().toArray()).map(({ name }) => name);
  const stored = await Promise.all(names.map((name) => database.collection(name).find().toArray()));
  await mongo.close();
  const text = [...logs, JSON.stringify(stored)].join("\n");
  expect(text).not.toContain(whatsapp.token);
  for (const code of codes) expect(text).not.toMatch(new RegExp(`(?<![0-9A-Za-z_.-])${code}(?![0-9A-Za-z_.-])`));
});
