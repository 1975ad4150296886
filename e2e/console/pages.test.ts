// Every page once, in one window that has loaded the application; pages.long.test.ts has the languages, themes and widths.
import { beforeAll, expect, test } from "vitest";
import { findAccessibilityProblems, findOverflow } from "@tenant-ops/kit/testing/browser";
import { describeInBrowser, type OpenPage, takePicture, waitUntilRead } from "../support/browser/console-browser.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";
import { assertPage, pages, usePages } from "./pages.js";

/** One of each kind: charts, lists, records, forms, settings. */
const pagesWithAxe = ["", "/analytics", "/supply", "/roulettes/new", "/flows/{slug}", "/settings/members", "/profile"];

describeInBrowser("the pages of the application", () => {
  const console = useConsoleBrowser();
  const fillPath = usePages(console);
  let window: OpenPage;
  beforeAll(async () => {
    window = await console.open(await console.signIn(), "/settings/business");
  });

  test.each(pages)("%s shows no error and fits the window", (path) =>
    assertPage(window, "en", {
      open: () => console.goTo(window.page, fillPath(path)),
      check: async () => {
        expect(await findOverflow(window.page)).toBe(0);
        if (pagesWithAxe.includes(path)) expect(await findAccessibilityProblems(window.page)).toEqual([]);
      },
    }),
  );

  test("the pages of a new business, where nothing is set up, show no error in the console of the browser", async () => {
    const business = await console.testMesh.createBusiness({ toolsets: ["all"] });
    const opened = await console.openAs("owner", "/settings/business", { business });
    for (const path of pages.filter((one) => !one.includes("{"))) {
      await assertPage(opened, "en", { open: () => console.goTo(opened.page, path, business), check: async () => {} });
    }
  });

  test("the home page shows six charts of 30 days that agree with the REST API, and links to what is to be done", async () => {
    const redirect = { redirect_type: "url", redirect_url: "https://example.com/" };
    const flow = { name: "Not online yet", slug: `home-${crypto.randomUUID()}`, ...redirect };
    await console.testMesh.callToolOrThrow(console.business, "flows_approve_create_flow", flow);
    const { page, problems } = await console.open(await console.signIn("viewer"), "");
    const charts = page.locator("figure.chart");
    await charts.nth(5).waitFor();
    const titles = await charts.locator("figcaption strong").allInnerTexts();
    expect(titles).toEqual([
      "Withdrawals",
      "Spins",
      "Enrollments",
      "Page visits",
      "Registrations",
      "Accepted webhook deliveries",
    ]);
    const { body } = await console.testMesh.callRest(console.business, "GET", "/v1/public/supply/daily-counts");
    const { withdrawals, units } = body["totals"] as { withdrawals: number; units: number };
    expect(withdrawals).toBeGreaterThan(0);
    const summary = await charts.first().locator("figcaption").innerText();
    expect(summary.split(/\s*\n\s*/).join(" ")).toBe(`Withdrawals ${withdrawals} units: ${units}`);

    // The same numbers as a table, by keyboard.
    await charts.first().locator("summary").focus();
    await page.keyboard.press("Enter");
    expect(await charts.first().locator("tbody tr").count()).toBe(30);
    // Of all days, because a day of the business may have ended since it was created.
    const units30 = await charts.first().locator("tbody tr td:last-child").allInnerTexts();
    expect(units30.reduce((sum, text) => sum + Number(text), 0)).toBe(withdrawals);
    await page.getByRole("img", { name: "Withdrawals" }).waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);

    await page.getByRole("heading", { name: "Prizes about to expire" }).waitFor();
    await page.getByRole("link", { name: "Not online yet" }).click();
    await page.getByRole("heading", { level: 1, name: "Not online yet" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("a chart shows its first and last day, the value of a day for the pointer and the arrow keys, and the change", async () => {
    const { page } = await console.open(await console.signIn("viewer"), "/settings/business");
    const toDay = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().split("T")[0];
    const days = Array.from({ length: 60 }, (_, index) => ({
      day: toDay(index),
      counts: { withdrawals: index === 3 ? 4 : index === 58 ? 5 : 0, units: 0 },
    }));
    await page.route("**/supply/daily-counts?dateFrom=*", (route) => route.fulfill({ json: { days } }));
    await console.goTo(page, "");
    const chart = page.locator("figure.chart").first();
    await chart.getByText("+25% against the 30 days before · units: 0").waitFor();
    const readAxis = async () => (await chart.locator(".axis").innerText()).split("\n");
    expect(await readAxis()).toEqual(["Jan 31, 2026", "Mar 1, 2026"]);
    const day = chart.getByRole("slider", { name: "Withdrawals: Day" });
    await day.focus();
    await page.keyboard.press("ArrowLeft");
    expect(await day.getAttribute("aria-valuetext")).toBe("Feb 28, 2026: 5");
    expect(await readAxis()).toEqual(["Jan 31, 2026", "Feb 28, 2026: 5", "Mar 1, 2026"]);
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "home-chart");
    await day.hover({ position: { x: 2, y: 20 } });
    expect(await readAxis()).toEqual(["Jan 31, 2026", "Jan 31, 2026: 0", "Mar 1, 2026"]);
    await chart.getByRole("link", { name: "Withdrawals" }).click();
    await page.getByRole("heading", { level: 1, name: "Withdrawals" }).waitFor();
  });

  test("a list that cannot be loaded says so instead of being empty, and is loaded when the connection is back", async () => {
    const { page } = await console.open(await console.signIn("viewer"), "/flows?isActive=false");
    await waitUntilRead(page);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
    expect(await page.locator(".empty").count()).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole("table").waitFor();
  });

  test("a record that does not exist is said to be missing, without a button that could not help", async () => {
    const { page } = await console.open(await console.signIn("viewer"), "/flows/no-such-page", { language: "pt" });
    const alert = page.getByRole("alert");
    await alert.getByText("A página de cadastro não existe mais ou não é deste negócio.").waitFor();
    expect(await alert.getByRole("button").count()).toBe(0);
  });

  test.each([
    {
      what: "withdrawal of more than there is",
      path: "/supply/stock/{center_stock_id}",
      button: "Entregar",
      fields: { quantity: "1000000", workerId: "worker-7", email: "ana@example.com" },
      says: /^El centro tiene [\d.,\s]+ y se pidieron 1[.,\s]?000[.,\s]?000\.$/,
    },
    {
      what: "address of a course in the wrong form",
      path: "/learning",
      button: "Nuevo curso",
      fields: { title: "Saludar", slug: "Saludar Bien" },
      says: "Usa minúsculas sin acentos, números y guiones sencillos, como promo-verano.",
    },
  ])(
    "in a Spanish page the refusal of a $what is Spanish, with its values; the sentence of the service is in the details",
    async ({ path, button, fields, says }) => {
      const { page } = await console.open(await console.signIn("operator"), fillPath(path), { language: "es" });
      await page.getByRole("button", { name: button, exact: true }).first().click();
      const dialog = page.getByRole("dialog");
      for (const [name, text] of Object.entries(fields)) await dialog.locator(`[name="${name}"]`).fill(text);
      const answer = page.waitForResponse((response) => response.status() >= 400);
      await dialog.locator('button[type="submit"]').click();
      const { detail, request_id: requestId } = (await (await answer).json()) as Record<string, string>;
      const alert = dialog.getByRole("alert");
      await alert.getByText(says).waitFor();
      expect(await dialog.locator('[aria-invalid="true"]').count()).toBe(1);
      expect(await dialog.locator(".field-error").innerText()).toMatch(says);
      for (const text of [detail!, requestId!]) expect(await dialog.innerText()).not.toContain(text);
      await alert.getByText("Detalles").click();
      for (const text of [detail!, requestId!]) expect(await alert.innerText()).toContain(text);
    },
  );

  test("a list filters while the person types, and the first click after typing is not lost", async () => {
    const product = `Bottle ${crypto.randomUUID()}`;
    const stock = { productName: product, totalStock: 1, minStockAlert: 0, type: "drinks" };
    const headers = { "idempotency-key": crypto.randomUUID() };
    await console.testMesh.callRest(console.business, "POST", "/v1/public/supply/stocks", stock, headers);
    const { page } = await console.open(await console.signIn("viewer"), "/supply");
    await page.getByRole("link", { name: product }).waitFor();
    const search = page.getByRole("searchbox", { name: "Search by name" });
    await search.pressSequentially(product.slice(0, 12));
    await expect.poll(() => page.getByRole("row").count()).toBe(2);
    expect(await search.inputValue()).toBe(product.slice(0, 12));

    // The list changes while the button of the mouse is down.
    const link = page.getByRole("link", { name: product });
    await link.hover();
    const emptied = page.waitForResponse((response) => response.url().includes("search="));
    await search.fill("nothing has this name");
    await page.mouse.down();
    await emptied;
    expect(await link.count()).toBe(1);
    await page.mouse.up();
    await page.getByRole("heading", { level: 1, name: product }).waitFor();
  });

  test("when a file of the application cannot be loaded, the page is loaded again once, never in a loop", async () => {
    const { page } = await console.open(await console.signIn("viewer"), "");
    await waitUntilRead(page);
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) documents.push(request.url());
    });
    // The words of the next page; the file is there again when the page is loaded again.
    const words = "**/assets/en-*.js";
    await page.route(words, (route) => (documents.length === 0 ? route.abort() : route.continue()));
    await page.getByRole("link", { name: "Inventory", exact: true }).click();
    await page.getByRole("table").waitFor();
    expect(documents).toHaveLength(1);
    await page.unroute(words);

    // Missing for good: the page says so, and its button works when the file is back.
    const file = "**/assets/products-page-*.js";
    await page.route(file, (route) => route.abort());
    await page.reload();
    await page.getByRole("alert").getByRole("button", { name: "Try again" }).waitFor();
    expect(documents).toHaveLength(2);
    await page.unroute(file);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("table").waitFor();
    expect(documents).toHaveLength(3);
  });
});
