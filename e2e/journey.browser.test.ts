import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findPageProblems, hasChromium, toBrowserTitle, withPage } from "@tenant-ops/kit/testing/browser";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { type Business, useSharedMesh, type TestMesh } from "./support/mesh/test-mesh.js";
import { createWinningRoulette } from "./support/records/winning-roulette.js";

// A visitor goes through the public pages of three services, through the gateway, in a real browser.

describe.skipIf(!hasChromium)(toBrowserTitle("the journey of a visitor"), { timeout: 300_000 }, () => {
  let testMesh: TestMesh;
  let business: Business;
  beforeAll(async () => {
    testMesh = await useSharedMesh();
    business = await testMesh.createBusiness();
  });

  const callRest = (method: string, path: string, body?: object) =>
    testMesh.callRestOrThrow(business, method, path, body);

  const createRoulette = () =>
    createWinningRoulette(testMesh, business, {
      won: { value: "Termo", message: "Pasa por tu termo." },
      lost: { value: "Nada", message: "Gracias." },
      textToWin: "¡Felicidades!",
      textToLose: "Suerte para la próxima",
    });

  async function createFlow(type: "roulette" | "course", targetId: string): Promise<string> {
    const slug = `journey-${randomUUID().slice(0, 8)}`;
    const registrationFields = [
      { text: "Nombre", value: "full_name", isRequired: true },
      { text: "Correo", value: "email", type: "email", isRequired: true },
    ];
    await callRest("POST", "/v1/public/flows", {
      name: "Verano",
      slug,
      redirect: { type, targetId },
      registrationFields,
    });
    await callRest("PATCH", `/v1/public/flows/${slug}`, { isActive: true });
    return slug;
  }

  async function register(page: Page, slug: string, email: string): Promise<void> {
    await page.goto(`${testMesh.url}/flow/${slug}`);
    await page.getByLabel("Nombre").fill("Ana Pérez");
    await page.getByLabel("Correo").fill(email);
    await page.getByRole("button", { name: "Registrarme" }).click();
  }

  const withScript = { locale: "es-MX" };
  const withoutScript = { ...withScript, javaScriptEnabled: false };

  test("leads from the form to the wheel and to a prize that the business finds by its code and hands over", async () => {
    const rouletteId = await createRoulette();
    const slug = await createFlow("roulette", rouletteId);
    const address = `${testMesh.url}/roulette/${rouletteId}`;
    let code = "";
    const passes: string[] = [];
    const problems = await withPage(withoutScript, async (page) => {
      page.on("request", (request) => void passes.push(new URL(request.url()).searchParams.get("pass") ?? ""));
      await register(page, slug, "ana@example.com");
      await page.waitForURL(address);
      await page.getByRole("button", { name: "Girar la ruleta" }).click();
      await page.getByRole("heading", { name: "¡Ganaste!" }).waitFor();
      code = (await page.locator(".code").textContent()) ?? "";
      await page.goto(address);
      expect(await page.locator(".code").textContent()).toBe(code);
      // No address in the history of the browser contains the pass.
      await page.goBack();
      expect(page.url()).not.toContain("pass=");
    });
    expect(problems).toEqual([]);

    const typed = code.toLowerCase().replace("-", " ");
    const { items } = (await callRest("GET", `/v1/public/prizes?code=${encodeURIComponent(typed)}`)) as {
      items: { _id: string; registration: { slug: string; registrationId: string } }[];
    };
    expect(items).toHaveLength(1);
    const [prize] = items;
    const { registrationId } = prize!.registration;
    const registration = await callRest("GET", `/v1/public/flows/${slug}/registrations/${registrationId}`);
    expect(registration["answers"]).toEqual({ full_name: "Ana Pérez", email: "ana@example.com" });
    expect(await callRest("POST", `/v1/public/prizes/${prize!._id}/claim`)).toMatchObject({ claimedNow: true, code });

    const [pass = ""] = passes.filter(Boolean);
    expect(pass).not.toBe("");
    // Another browser cannot use the address of the pass.
    await withPage(withoutScript, async (page) => {
      const answer = await page.goto(`${address}?pass=${pass}`);
      expect(answer?.status()).toBe(403);
    });
    const { logDir } = testMesh.mesh;
    for (const name of readdirSync(logDir)) expect(readFileSync(join(logDir, name), "utf8")).not.toContain(pass);
  });

  test("does not give a second spin to a visitor who registers again with the same address", async () => {
    const rouletteId = await createRoulette();
    const slug = await createFlow("roulette", rouletteId);
    for (const expected of ["Girar la ruleta", undefined]) {
      await withPage(withScript, async (page) => {
        await register(page, slug, "luis@example.com");
        await page.waitForURL(`${testMesh.url}/roulette/${rouletteId}`);
        expect(await findPageProblems(page, "journey-wheel")).toEqual([]);
        const button = page.getByRole("button");
        expect(await button.count()).toBe(expected ? 1 : 0);
        if (!expected) return;
        await button.click();
        // A page that is closed before its answer arrives may not have sent its request.
        await page.getByRole("heading", { name: "¡Ganaste!" }).waitFor();
        expect(await findPageProblems(page, "journey-prize")).toEqual([]);
      });
    }
  });

  test("leads from the form to a course, where the visitor is enrolled and sees the modules", async () => {
    const { _id: id } = await callRest("POST", "/v1/public/courses", { title: "Primeros auxilios", slug: "auxilios" });
    await callRest("PUT", `/v1/public/courses/${String(id)}/modules`, { modules: [{ _id: "intro", title: "Inicio" }] });
    await callRest("PATCH", `/v1/public/courses/${String(id)}`, { published: true });
    const slug = await createFlow("course", String(id));
    await withPage(withScript, async (page) => {
      await page.goto(`${testMesh.url}/flow/${slug}`);
      expect(await findPageProblems(page, "journey-form")).toEqual([]);
      await register(page, slug, "eva@example.com");
      await page.waitForURL(`${testMesh.url}/course/${String(id)}`);
      expect(await page.textContent("body")).toContain("0 de 1 módulo completado");
      expect(await findPageProblems(page, "journey-course")).toEqual([]);
    });
    const { items } = await callRest("GET", `/v1/public/courses/${String(id)}/sessions`);
    expect(items).toMatchObject([{ fullName: "Ana Pérez", email: "eva@example.com", status: "in_progress" }]);
  });
});
