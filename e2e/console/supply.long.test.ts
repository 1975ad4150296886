// Supply in the application: what a person does with the keyboard, and what a role may not do is not offered.
import { expect, test } from "vitest";
import { describeInBrowser, tabTo } from "../support/browser/console-browser.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";

describeInBrowser("supply in the application", () => {
  const console = useConsoleBrowser();

  const post = async (path: string, body: object) => {
    const answer = await console.testMesh.callRest(console.business, "POST", `/v1/public/supply${path}`, body, {});
    expect(answer.status).toBe(201);
    return String(answer.body["_id"]);
  };

  test("a person creates a product with the keyboard and sees it in the list", async () => {
    const { page, problems } = await console.open(await console.signIn("operator"), "/supply");
    await tabTo(page, "New product");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, "Name");
    await page.keyboard.type("Nitrile gloves");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Nitrile gloves" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("a person receives units, and the stock of the center and its ledger show them", async () => {
    const stockId = await post("/stocks", { productName: "Masks", totalStock: 100, minStockAlert: 0 });
    const serviceCenterId = await post("/centers", { name: "North" });
    const id = await post("/center-stocks", { stockId, serviceCenterId, currentStock: 10, minStockAlert: 20 });
    const { page } = await console.open(await console.signIn("operator"), `/supply/stock/${id}`);
    await page.getByRole("button", { name: "Receive", exact: true }).click();
    await page.getByLabel("Units that arrived").fill("15");
    await page.getByRole("dialog").getByRole("button", { name: "Receive" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("cell", { name: "+15" }).waitFor();
    await page.locator(".badge.good", { hasText: "Enough" }).waitFor();
    expect(await page.locator("dl strong").textContent()).toBe("25");
  });

  test("a refusal is shown in the form, with its numbers", async () => {
    const stockId = await post("/stocks", { productName: "Caps", totalStock: 100, minStockAlert: 0 });
    const serviceCenterId = await post("/centers", { name: "South" });
    const id = await post("/center-stocks", { stockId, serviceCenterId, currentStock: 3, minStockAlert: 0 });
    const { page } = await console.open(await console.signIn("operator"), `/supply/stock/${id}`);
    await page.getByRole("button", { name: "Hand out" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Units", { exact: true }).fill("5");
    await dialog.getByLabel("ID of the worker").fill("worker-7");
    await dialog.getByLabel("E-mail of the worker").fill("ana@example.com");
    await dialog.getByRole("button", { name: "Hand out" }).click();
    await expect.poll(() => dialog.getByRole("alert").textContent()).toMatch(/3.*5|5.*3/);
  });

  test("filters are in the address, and a list without a match says how to clear them", async () => {
    const { page } = await console.open(await console.signIn("viewer"), "/supply?type=nothing-has-this");
    await page.getByText("Nothing matches these filters.").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).last().click();
    await page.getByRole("link", { name: "Nitrile gloves" }).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });

  test("a viewer is offered no change", async () => {
    const { page } = await console.open(await console.signIn("viewer"), "/supply");
    await page.getByRole("link", { name: "Nitrile gloves" }).click();
    await page.getByRole("heading", { level: 1, name: "Nitrile gloves" }).waitFor();
    await page.getByRole("main").getByText("For developers").waitFor();
    expect(await page.getByRole("main").getByRole("button").count()).toBe(0);
  });
});
