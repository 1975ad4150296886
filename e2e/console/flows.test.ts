// Flows in the application: from creation to a test run in the preview, and online.
import { expect, test } from "vitest";
import { describeInBrowser, tabTo } from "../support/console-browser.js";
import { putFlowOnline, testFlow } from "../support/flow-steps.js";
import { useConsoleBrowser } from "../support/use-console-browser.js";

describeInBrowser("flows in the application", () => {
  const console = useConsoleBrowser();
  const slug = `spring-${crypto.randomUUID().slice(0, 8)}`;

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

    await testFlow(page);
    expect(await page.locator(".notice.good").textContent()).toContain("https://example.com/thanks");

    await putFlowOnline(page);
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
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("listitem").filter({ hasText: "Shirt size" }).waitFor();
    const form = await (await fetch(`${console.testMesh.url}/flow/${slug}`)).text();
    expect(form).toContain("Shirt size");
  });
});
