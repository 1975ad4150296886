// Flows in the application: from creation to a test run in the preview, and online.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConsoleBrowser, describeInBrowser, startConsoleBrowser, tabTo } from "../support/console-browser.js";

describeInBrowser("flows in the application", () => {
  let console: ConsoleBrowser;
  const slug = `spring-${crypto.randomUUID().slice(0, 8)}`;
  beforeAll(async () => {
    console = await startConsoleBrowser();
  });
  afterAll(() => console.stop());

  test("a person creates a flow with the keyboard, passes a test run in the preview, and puts it online", async () => {
    const { page, problems } = await console.open(await console.signIn("operator"), "/flows");
    await tabTo(page, "New flow");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, "Name");
    await page.keyboard.type("Spring launch");
    await tabTo(page, "Address");
    await page.keyboard.type(slug);
    await tabTo(page, "Destination");
    await page.keyboard.type("Web");
    await tabTo(page, "Web address");
    await page.keyboard.type("https://example.com/thanks");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Spring launch" }).waitFor();

    await page.getByRole("button", { name: "Begin a test run" }).click();
    const preview = page.frameLocator("iframe");
    await preview.locator("select").waitFor();
    for (const text of await preview.locator("input[type=text]").all()) await text.fill("Ana");
    await preview.locator("select").selectOption("MX");
    await preview.getByRole("button").click();
    await page.locator(".notice.good").waitFor();
    expect(await page.locator(".notice.good").textContent()).toContain("https://example.com/thanks");

    await page.getByRole("button", { name: "Put online" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Put online" }).click();
    await page.getByRole("button", { name: "Take offline" }).waitFor();
    expect((await fetch(`${console.testMesh.url}/flow/${slug}`)).status).toBe(200);
    await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Flows" }).click();
    await page.getByRole("link", { name: "Spring launch" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("a person changes the questions of a flow, and the page asks them", async () => {
    const { page } = await console.open(await console.signIn("operator"), "/flows");
    await page.getByRole("link", { name: "Spring launch" }).click();
    await page.getByRole("button", { name: "Change: Questions" }).click();
    await page.getByRole("button", { name: "Add a question" }).click();
    await page.getByRole("textbox", { name: "Question 4", exact: true }).fill("Shirt size");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("listitem").filter({ hasText: "Shirt size" }).waitFor();
    const form = await (await fetch(`${console.testMesh.url}/flow/${slug}`)).text();
    expect(form).toContain("Shirt size");
  });

  test("a viewer is offered no change and no test run", async () => {
    const { page } = await console.open(await console.signIn("viewer"), "/flows");
    await page.getByRole("link", { name: "Spring launch" }).click();
    await page.getByRole("heading", { level: 1, name: "Spring launch" }).waitFor();
    expect(await page.getByRole("button", { name: "Begin a test run" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Take offline" }).count()).toBe(0);
  });
});
