import Fastify, { type FastifyInstance } from "fastify";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PlainErrorCode } from "../errors/error-table.js";
import { Refusal } from "../errors/refusal.js";
import { findPageProblems, hasChromium, pairLooks, toBrowserTitle, withPage } from "../testing/browser.js";
import { isLongRun } from "../testing/run-depth.js";
import { createPageStyle } from "./layout.js";
import { acceptFormsOnly, getForm } from "./page-requests.js";
import { sendRefusedPage } from "./refused-page.js";
import { languages } from "./texts.js";

const looks = pairLooks(languages);

// A page with a form. Its next requests are refused as often as the test says.
let app: FastifyInstance;
let refusals: Refusal[];
let received: URLSearchParams[];
let isRefusing: "GET" | "POST";
const answers = { submit: "Ana & <b>", wish: "two\r\nlines", _submission: "once" };

beforeAll(async () => {
  const style = createPageStyle();
  app = Fastify();
  acceptFormsOnly(app);
  app.setErrorHandler((error, request, reply) =>
    sendRefusedPage(request, reply, error as Refusal, {
      style,
      form: request.method === "POST" ? getForm(request) : undefined,
      spreadSeconds: 0,
    }),
  );
  app.route({
    method: ["GET", "POST"],
    url: "/flow/summer",
    handler: (request, reply) => {
      const refusal = request.method === isRefusing ? refusals.shift() : undefined;
      if (refusal) throw refusal;
      if (request.method === "POST") received.push(getForm(request));
      const fields = Object.keys(answers).map((name) => `<textarea name="${name}"></textarea>`);
      const content =
        request.method === "POST" ? "Thank you" : `<form method="post">${fields.join("")}<button>Go</button></form>`;
      return reply.type("text/html").send(`<!doctype html><link rel="icon" href="data:,">${content}`);
    },
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
beforeEach(() => {
  refusals = [];
  received = [];
  isRefusing = "POST";
});
afterAll(() => app.close());

const getAddress = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/flow/summer`;
const refuse = (code: PlainErrorCode, mayHaveWritten?: boolean) => new Refusal(code, "", 1, mayHaveWritten);

describe.skipIf(!hasChromium)(toBrowserTitle("the page of a refused request"), () => {
  const send = async (javaScriptEnabled: boolean, next: (click: () => Promise<void>) => Promise<void>) =>
    withPage({ javaScriptEnabled }, async (page) => {
      await page.goto(getAddress());
      for (const [name, value] of Object.entries(answers)) await page.locator(`[name=${name}]`).fill(value);
      await page.getByRole("button", { name: "Go" }).click();
      await next(() => page.getByRole("button", { name: "Send again" }).click());
      await page.getByText("Thank you").waitFor();
    });

  test("sends the answers again by itself until they are taken, and changes none of them", async () => {
    refusals = [refuse("rate_limited"), refuse("overloaded")];
    await send(true, async () => {});
    expect(received.map((form) => Object.fromEntries(form))).toEqual([answers]);
  });

  test.each([true, false])("sends them by its button, JavaScript enabled: %s", async (javaScriptEnabled) => {
    // What may have been stored is not sent again by itself.
    refusals = [refuse("service_unavailable", true)];
    await send(javaScriptEnabled, (click) => click());
    expect(received.map((form) => Object.fromEntries(form))).toEqual([answers]);
  });

  test("that was only read loads again by itself", async () => {
    isRefusing = "GET";
    refusals = [refuse("rate_limited")];
    await withPage({}, async (page) => {
      await page.goto(getAddress());
      await page.getByRole("button", { name: "Go" }).waitFor();
    });
    expect(refusals).toEqual([]);
  });

  test.each(isLongRun ? looks : looks.slice(0, 1))(
    "is accessible and fits the window: $name, $language",
    async ({ name, options, language }) => {
      await withPage({ ...options, locale: language }, async (page) => {
        for (const method of ["GET", "POST"] as const) {
          isRefusing = method;
          refusals = [new Refusal("rate_limited", "", 600)];
          await page.goto(getAddress());
          if (method === "POST") await page.getByRole("button", { name: "Go" }).click();
          await page.locator(".badge").waitFor();
          expect(await page.evaluate("document.documentElement.lang")).toBe(language);
          expect(await findPageProblems(page, `refused-${method}-${name}-${language}`)).toEqual([]);
          refusals = [];
        }
      });
    },
  );
});
