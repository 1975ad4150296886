import { createTestPass, createTestVisitor, startTestService, type TestService } from "@tenant-ops/kit/testing";
import {
  findPageProblems,
  hasChromium,
  pairLooks,
  startBrowser,
  toBrowserTitle,
  withPage,
} from "@tenant-ops/kit/testing/browser";
import type { LearningService } from "@tenant-ops/proto/learning";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { learning } from "../learning.js";
import type { Session } from "../sessions/sessions.types.js";
import { completeStep, createCourse } from "../testing.js";

// Starting a browser is slow while other tests run.
describe.skipIf(!hasChromium)(toBrowserTitle("the page of a course in a browser"), { timeout: 120_000 }, () => {
  let service: TestService<typeof LearningService>;
  let browser: Browser;
  beforeAll(async () => {
    service = await startTestService(learning);
    browser = await startBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await service.close();
  });

  test.each(pairLooks(["MX", "US", "BR"]))(
    "every state is accessible and fits the window, without script: $name, $language",
    async ({ name, options, language: country }) => {
      const tenant = service.newTenant({ country });
      const id = await createCourse(tenant, {
        modules: ["Introducción", "Extintores", "Botiquín"],
        optional: ["Anexos"],
      });
      const path = `/course/${id}`;
      const problems = await withPage(browser, options, async (page) => {
        const check = async (state: string) =>
          expect(await findPageProblems(page, `course-${country}-${name}-${state}`)).toEqual([]);
        await page.goto(`${service.httpUrl}${path}`);
        await check("without-pass");
        const visitor = createTestVisitor(service);
        const pass = createTestPass(tenant.businessId, { type: "course", id });
        const address = visitor.receivePass(path, pass, { fullName: "Ana Pérez", email: "ana@example.com" });
        const [cookieName = "", value = ""] = visitor.cookieHeader(path).split("=");
        await page.context().addCookies([{ name: cookieName, value, domain: "127.0.0.1", path }]);
        await page.goto(address);
        expect(page.url()).toBe(`${service.httpUrl}${path}`);
        const [session] = await tenant.scope().collection<Session>("sessions").find({});
        await completeStep(tenant, session?._id ?? "", "progress", { moduleId: "Introducción" });
        await page.reload();
        await check("progress");
      });
      expect(problems).toEqual([]);
    },
  );
});
