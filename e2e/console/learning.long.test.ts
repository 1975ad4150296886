// Learning in the application: a course from its creation to a certificate.
import { expect, test } from "vitest";
import { describeInBrowser, tabTo } from "../support/browser/console-browser.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";

describeInBrowser("learning in the application", () => {
  const console = useConsoleBrowser();

  test("a person creates a course with the keyboard, adds a module, and finds the course in the list", async () => {
    const { page, problems } = await console.open(await console.signIn("operator"), "/learning");
    await tabTo(page, "New course");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await tabTo(page, "Title");
    await page.keyboard.type("First steps");
    await tabTo(page, "Short name");
    await page.keyboard.type("first-steps");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "First steps" }).waitFor();
    await page.getByRole("button", { name: "Change: Modules" }).focus();
    await page.keyboard.press("Enter");
    await tabTo(page, "Add a module");
    await page.keyboard.press("Enter");
    await page.getByLabel("Title of module 1").waitFor();
    await page.getByLabel("Title of module 1").fill("Welcome");
    await page.keyboard.press("Enter");
    await page.getByRole("listitem").filter({ hasText: "Welcome" }).waitFor();
    await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Courses" }).click();
    await page.getByRole("link", { name: "First steps" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("a person publishes a course, enrolls a learner, and issues the certificate when the course is completed", async () => {
    const { page } = await console.open(await console.signIn("operator"), "/learning");
    await page.getByRole("link", { name: "First steps" }).click();
    await page.getByRole("button", { name: "Publish" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
    await page.getByRole("button", { name: "Enroll a learner" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Full name").fill("Ana Torres");
    await dialog.getByLabel("E-mail").fill("ana@example.com");
    await dialog.getByLabel("Your id of the learner").fill("learner-1");
    await dialog.getByRole("button", { name: "Enroll" }).click();
    await page.getByRole("link", { name: "Ana Torres" }).click();
    await page.getByRole("heading", { level: 1, name: "Ana Torres" }).waitFor();
    expect(await page.getByRole("button", { name: "Issue certificate" }).count()).toBe(0);

    const session = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const { business, testMesh } = console;
    await testMesh.callRest(business, "POST", `/v1/public/sessions/${session}/progress`, { moduleId: "m-1" });
    await page.reload();
    await page.getByRole("button", { name: "Issue certificate" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Issue certificate" }).click();
    await page.locator(".badge", { hasText: "Certified" }).waitFor();
  });
});
