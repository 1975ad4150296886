// The page in every language, window and color scheme. In `npm test`, e2e/journey.browser.test.ts opens it.
import { createTestPass, createTestVisitor, startTestService, type TestService } from "@tenant-ops/kit/testing";
import { findPageProblems, hasChromium, pairLooks, toBrowserTitle, withPage } from "@tenant-ops/kit/testing/browser";
import type { LearningService } from "@tenant-ops/proto/learning";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { learning } from "../learning.js";
import type { Session } from "../sessions/sessions.rules.js";
import { completeStep, createCourse } from "../testing.js";

type Learning = TestService<typeof LearningService>;

const looks = pairLooks(["MX", "US", "BR"]);

/** Every state of the page is accessible and fits the window, without script. */
async function assertStates(service: Learning, look: (typeof looks)[number]): Promise<void> {
  const { name, options, language: country } = look;
  const tenant = service.newTenant({ country });
  const id = await createCourse(tenant, {
    modules: ["Introducción", "Extintores", "Botiquín"],
    optional: ["Anexos"],
  });
  const path = `/course/${id}`;
  const problems = await withPage(options, async (page) => {
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
}

describe.skipIf(!hasChromium)(toBrowserTitle("the page of a course in a browser"), () => {
  let service: Learning;
  beforeAll(async () => {
    service = await startTestService(learning);
  });
  afterAll(() => service.close());

  test.each(looks)("every state is accessible and fits the window, without script: $name, $language", (look) =>
    assertStates(service, look),
  );
});
