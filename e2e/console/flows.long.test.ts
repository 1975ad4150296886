// A flow in the application: from creation to a test run and online, its documents, its redirect to a survey, and what a viewer sees.
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { findAccessibilityProblems } from "@tenant-ops/kit/testing/browser";
import { describeInBrowser, tabTo } from "../support/browser/console-browser.js";
import { putFlowOnline, testFlow } from "../support/browser/flow-steps.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";

describeInBrowser("a flow in the application", () => {
  const console = useConsoleBrowser();
  const slug = `spring-${crypto.randomUUID().slice(0, 8)}`;
  beforeAll(async () => {
    const rest = (...call: [string, string, object]) => console.testMesh.callRestOrThrow(console.business, ...call);
    const redirect = { type: "url", url: "https://example.com/thanks" };
    await rest("POST", "/v1/public/flows", { name: "Spring launch", slug, redirect });
    await rest("PATCH", `/v1/public/flows/${slug}`, { isActive: true });
  });

  const openFlow = async (role = "operator", language: "en" | "es" | "pt" = "en") => {
    const opened = await console.open(await console.signIn(role), `/flows/${slug}`, { language });
    await opened.page.getByRole("heading", { level: 1, name: "Spring launch" }).waitFor();
    return opened;
  };
  const readPublicPage = async () => (await fetch(`${console.testMesh.url}/flow/${slug}`)).text();

  test("a person uploads a document and a new version of it, downloads the earlier one, and removes the document from the page", async () => {
    const { page, problems } = await openFlow();
    const dialog = page.getByRole("dialog");
    const chooseFile = (text: string) =>
      dialog
        .getByLabel("File")
        .setInputFiles({ name: "notice.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.getByRole("button", { name: "Add a document" }).click();
    await dialog.getByLabel("Kind").selectOption("Privacy notice");
    await dialog.getByLabel("Title").fill("How we use your data");
    await dialog.getByRole("button", { name: "Upload" }).click();
    await dialog.getByText("Choose a file.").waitFor();
    await chooseFile("First version");
    await dialog.getByRole("button", { name: "Upload" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("cell", { name: "Visitors must accept it" }).waitFor();
    expect(await readPublicPage()).toContain("How we use your data");

    await page.getByRole("button", { name: "New version: How we use your data" }).click();
    await chooseFile("Second version");
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Upload" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Earlier versions: 1").click();
    const links = page.getByRole("button", { name: /Download version/ });
    await links.nth(1).waitFor();
    expect(await links.count()).toBe(2);
    const [download] = await Promise.all([page.waitForEvent("download"), links.last().click()]);
    expect(download.suggestedFilename()).toMatch(/^privacy-[0-9a-f]{8}\.txt$/);
    expect(await readFile(await download.path(), "utf8")).toBe("First version");

    await page.getByRole("button", { name: "Change: How we use your data" }).click();
    await dialog.getByLabel("Visitors must accept it to register").uncheck();
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("cell", { name: "Only linked" }).waitFor();
    await page.getByRole("button", { name: "Remove: How we use your data" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByText("There are none yet.", { exact: false }).waitFor();
    expect(await readPublicPage()).not.toContain("How we use your data");
    expect(problems).toEqual([]);
  });

  test("a file that is no document is refused, and the dialog says why", async () => {
    const { page } = await openFlow();
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Add a document" }).click();
    const buffer = Buffer.from([0x4d, 0x5a, 0, 1, 2, 3, 0xff, 0xfe]);
    await dialog.getByLabel("File").setInputFiles({ name: "terms.pdf", mimeType: "application/pdf", buffer });
    await dialog.getByRole("button", { name: "Upload" }).click();
    // The words of refusals are loaded when the first one is shown.
    await expect.poll(() => dialog.getByRole("alert").textContent()).toContain("PDF, PNG or JPEG");
  });

  test("a person adds a survey, finds it by its first letters as a redirect, changes its address, and deletes it", async () => {
    const { page, problems } = await console.open(await console.signIn("operator"), "/flows/targets");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "New survey or event" }).first().click();
    await dialog.getByLabel("Name").fill("Satisfacción 2026");
    await dialog.getByLabel("Web address").fill("https://survey.example.com/s/1");
    await page.keyboard.press("Enter");
    await page.getByRole("cell", { name: "Satisfacción 2026", exact: true }).waitFor();

    const flow = await openFlow();
    const field = flow.page.getByRole("combobox", { name: "Which one" });
    await flow.page.getByRole("button", { name: "Change: Redirect" }).click();
    await flow.page.getByLabel("Destination").selectOption("Survey");
    await field.fill("satisfaccion");
    await flow.page.getByRole("option", { name: "Satisfacción 2026" }).waitFor();
    await flow.page.keyboard.press("Enter");
    expect(await field.inputValue()).toBe("Satisfacción 2026");
    await flow.page.getByRole("button", { name: "Save", exact: true }).click();
    await flow.page.getByRole("dialog").waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Change: Satisfacción 2026" }).click();
    await dialog.getByLabel("Web address").fill("https://survey.example.com/s/2");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("link", { name: "https://survey.example.com/s/2" }).waitFor();
    await page.getByRole("button", { name: "Delete: Satisfacción 2026" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("No surveys and events yet").waitFor();
    await flow.page.reload();
    await flow.page.getByText("there is no longer a target: the survey", { exact: false }).waitFor();
    expect([...problems, ...flow.problems]).toEqual([]);
  });

  test("the checklist is in the language of the person", async () => {
    const { page } = await openFlow("viewer", "es");
    await page.getByText("La página está en línea.").waitFor();
    expect(await page.locator(".checklist").textContent()).not.toMatch(/the |visitors/i);
  });

  test("a viewer is offered no change and no test run", async () => {
    const { page } = await openFlow("viewer");
    await page.locator(".checklist").waitFor();
    expect(await page.getByRole("button", { name: "Begin a test run" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Take offline" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Add a document" }).count()).toBe(0);
  });
});

describeInBrowser("a new flow in the application", () => {
  const console = useConsoleBrowser();
  const slug = `spring-${crypto.randomUUID().slice(0, 8)}`;

  test("a person creates a flow with the keyboard, passes a test run in the preview, and puts it online", async () => {
    const { page, problems } = await console.open(await console.signIn("operator"), "/flows");
    await tabTo(page, "New registration page");
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
    await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Registration pages" }).click();
    await page.getByRole("link", { name: "Spring launch" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("a person changes the questions of a flow, and the page asks them", async () => {
    const { page } = await console.open(await console.signIn("operator"), "/flows");
    await page.getByRole("link", { name: "Spring launch" }).click();
    await page.getByRole("button", { name: "Change: Questions" }).click();
    await page.getByRole("button", { name: "Add a question" }).click();
    await page.getByRole("textbox", { name: "Question 5", exact: true }).fill("Shirt size");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("listitem").filter({ hasText: "Shirt size" }).waitFor();
    const form = await (await fetch(`${console.testMesh.url}/flow/${slug}`)).text();
    expect(form).toContain("Shirt size");
  });
});
