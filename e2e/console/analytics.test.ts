// The page of analytics: the numbers of the API, the question in the address, and words for what the numbers do not say.
import { readFile } from "node:fs/promises";
import { findAccessibilityProblems } from "@tenant-ops/kit/testing/browser";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  checkThemesAndWidths,
  describeInBrowser,
  takePicture,
  waitUntilRead,
} from "../support/browser/console-browser.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";
import { findIds, usePages } from "./pages.js";

const readSearch = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const normalizeSpaces = (text: string) => text.replaceAll(/\s+/g, " ");

describeInBrowser("the page of analytics", () => {
  const console = useConsoleBrowser();
  const fillPath = usePages(console);

  async function ask(question: object) {
    const { body } = await console.testMesh.callRest(console.business, "POST", "/v1/public/analytics/query", {
      lastDays: 30,
      ...question,
    });
    return body as unknown as { totals: Record<string, number> };
  }

  test("shows the numbers of the API; its question stands in the address, so a link shows the same, and so does its file", async () => {
    const session = await console.signIn("viewer");
    const { page, problems } = await console.open(session, "/analytics", { language: "es" });
    const cards = page.locator(".metric");
    await cards.nth(1).waitFor();
    expect(readSearch(page)).toEqual({
      ...{ collection: "withdrawals", metrics: "count,units", range: "30", compare: "previous_period" },
    });
    const { totals } = await ask({ collection: "withdrawals", metrics: ["count", "units"] });
    expect(totals["units"]).toBeGreaterThan(0);
    expect(await cards.locator(".total").allInnerTexts()).toEqual([`${totals["count"]}`, `${totals["units"]}`]);
    expect(await page.locator("figure.chart strong").allInnerTexts()).toEqual(["Retiros", "Unidades"]);

    await page.getByRole("button", { name: "Opciones" }).click();
    await page.getByLabel("Agrupar por").selectOption({ label: "Producto" });
    await page.getByRole("cell", { name: "Gloves" }).first().waitFor();
    // A value is found by a part of its name.
    await page.getByRole("combobox", { name: "Producto", exact: true }).fill("glov");
    await page.getByRole("option", { name: "Gloves" }).first().click();
    await page.getByRole("button", { name: "Quitar el filtro Producto: Gloves" }).waitFor();
    expect(readSearch(page)).toMatchObject({ by: "product", where: expect.stringMatching(/^product=stk_/) });
    await waitUntilRead(page);
    expect(await findIds(page)).toEqual([]);
    expect(await findAccessibilityProblems(page)).toEqual([]);

    const readTable = async (from: Page) => normalizeSpaces(await from.getByRole("table").innerText());
    const other = await console.open(session, "/analytics", { language: "es" });
    await other.page.goto(page.url());
    await other.page.getByRole("cell", { name: "Gloves" }).first().waitFor();
    await waitUntilRead(other.page);
    expect(await readTable(other.page)).toBe(await readTable(page));

    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Descargar CSV" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^estadisticas-withdrawals-[\d-]+\.csv$/);
    const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
    expect(lines[0]).toBe("\uFEFFProducto,Retiros,Retiros (antes),Unidades,Unidades (antes),Nota");
    expect(lines[1]).toMatch(/^Gloves,\d+,\d+,\d+,\d+,$/);
    expect(lines[2]).toMatch(/^Total,/);
    await checkThemesAndWidths(page, "analytics-groups");
    expect(problems).toEqual([]);
  });

  test("has every collection of the API, by its name in the language of the page", async () => {
    const { page } = await console.open(await console.signIn("viewer"), "/analytics", { language: "pt" });
    const choice = page.getByLabel("O quê");
    await choice.waitFor();
    const { body } = await console.testMesh.callRest(console.business, "GET", "/v1/public/analytics/collections");
    const names = (body["collections"] as { name: string }[]).map(({ name }) => name);
    const options = await choice.locator("option").all();
    expect(await Promise.all(options.map((option) => option.getAttribute("value")))).toEqual(names);
    for (const name of names) {
      await choice.selectOption(name);
      await expect.poll(() => readSearch(page)["collection"]).toBe(name);
      await waitUntilRead(page);
      expect([name, await page.getByRole("alert").count()]).toEqual([name, 0]);
      expect([name, await findIds(page)]).toEqual([name, []]);
    }
  });

  test("says in the language of the page what numbers do not say: not over, can rise, by the day, from parts", async () => {
    const { page } = await console.open(await console.signIn("viewer"), "/settings/business", { language: "es" });
    const metric = (name: string, unit: string, additive: boolean) => ({
      ...{ name, unit, additive, formula: "English words of the server.", better: "less" },
      daily: name === "unique_visitors",
    });
    const today = new Intl.DateTimeFormat("en-CA", { timeZone: "UTC" }).format(new Date());
    const row = { time: today, partial: true, maturing: true, dimensions: {} };
    const answer = {
      rows: [{ ...row, metrics: { won: 4, claim_rate: 50, unique_visitors: 3 }, previous: { won: 2, claim_rate: 20 } }],
      totals: { won: 4, claim_rate: 50 },
      previousTotals: { won: 2, claim_rate: 20 },
      other: { groups: 0, metrics: {} },
      ...{ count: 1, totalRows: 1, has_more: false, interval: "day" },
      range: { from: today, to: today, timeZone: "UTC", previous: { from: "2026-01-01", to: "2026-01-01" } },
      metrics: [
        metric("won", "prizes", true),
        metric("claim_rate", "percent", false),
        metric("unique_visitors", "visitors", false),
        metric("unheard_of", "things", true),
      ],
      notice: "The range is not over. English words of the server.",
    };
    await page.route("**/analytics/query", (route) => route.fulfill({ json: answer }));
    await console.goTo(page, "/analytics");
    await page.getByText("El periodo no ha terminado").waitFor();
    const text = normalizeSpaces(await page.locator("main").innerText());
    for (const words of [
      "puede subir",
      "incompleto",
      "la comparación no es pareja",
      "los visitantes distintos se cuentan por día",
      "se calculan de sus partes",
      "+100% frente a 2 (peor)",
      "puntos porcentuales: +30 frente a 20%",
      "solo por día",
      // The name of the server, where there is no other.
      "unheard_of",
    ])
      expect(text.toLowerCase().replaceAll(" %", "%")).toContain(words.toLowerCase());
    expect(text).not.toContain("English words of the server");
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "analytics-remarks");
  });

  test("without numbers says so, and when there are some; what cannot be loaded is no empty page", async () => {
    const { page } = await console.open(
      await console.signIn("viewer"),
      "/analytics?collection=withdrawals&metrics=units&range=own&from=2020-01-01&to=2020-01-31",
      { language: "es" },
    );
    await page.getByText("No se contó nada: 1 ene 2020 a 31 ene 2020").waitFor();
    await page.getByText(/Hay números de/).waitFor();
    expect(await page.locator("main").innerText()).not.toMatch(/no_results|was counted/);
    await page.getByRole("button", { name: "Ver los últimos 30 días con números" }).click();
    await page.getByRole("table").waitFor();

    await page.context().setOffline(true);
    await page.getByLabel("Periodo").selectOption({ label: "últimos 90 días" });
    await page.getByRole("alert").getByRole("button", { name: "Reintentar" }).waitFor();
    expect(await page.locator(".empty, .metric").count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole("table").waitFor();
    // A word of the address that the server does not know is refused, and not ignored.
    await console.goTo(page, fillPath("/settings/business"));
    await page.goto(console.toUrl(console.business, "/analytics?collection=withdrawals&metrics=unit&range=30"));
    await page.getByRole("alert").waitFor();
    expect(await page.locator(".metric").count()).toBe(0);
  });
});
