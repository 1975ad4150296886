// Members and the business in the application, and the dialog that asks for the passkey before such a change.
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { findAccessibilityProblems } from "@tenant-ops/kit/testing/browser";
import { describeInBrowser, takePicture } from "../support/browser/console-browser.js";
import { createPerson } from "../support/people/people.js";
import { useConsoleBrowser } from "../support/browser/use-console-browser.js";
import { usePages } from "./pages.js";

describeInBrowser("settings in the application", () => {
  const console = useConsoleBrowser();

  const business = () => `/v1/console/businesses/${console.business.businessId}`;
  const rename = async (page: Page, name: string) => {
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Save", exact: true }).click();
  };

  test("an owner changes the business, and a currency that does not exist is refused at its field", async () => {
    const { page, person, problems } = await console.openAs("owner", "/settings/business");
    await page.getByLabel("Name", { exact: true }).fill("Café Norte");
    await page.getByLabel("Time zone").selectOption("America/Bogota");
    await page.getByLabel("Currency").fill("cop");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The business is changed").first().waitFor();
    const { body } = await person.call("GET", business());
    expect(body).toMatchObject({ name: "Café Norte", timeZone: "America/Bogota", currency: "COP" });
    await page.getByLabel("Currency").fill("ZZ");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => page.getByLabel("Currency").getAttribute("aria-invalid")).toBe("true");
    expect(problems.filter((problem) => !problem.includes("status of 4"))).toEqual([]);
  });

  test("a change that needs a fresh proof waits for the passkey, and is made once after it", async () => {
    const { page, person } = await console.openAs("owner", "");
    await console.addPasskey(page, person);
    await console.goTo(page, "/settings/business");
    await page.getByLabel("Name", { exact: true }).waitFor();
    await console.forgetProof(person);
    await rename(page, "Café Sur");
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "step-up");
    expect((await person.call("GET", business())).body.name).not.toBe("Café Sur");
    await console.confirmWithPasskey(page);
    await page.getByText("The business is changed").first().waitFor();
    expect((await person.call("GET", business())).body.name).toBe("Café Sur");
  });

  test("without the passkey the change is not made, and the form says so", async () => {
    const { page, person } = await console.openAs("owner", "/settings/business");
    await console.forgetProof(person);
    await rename(page, "Café Este");
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.locator(".form-error").waitFor();
    expect((await person.call("GET", business())).body.name).not.toBe("Café Este");
  });

  test("an owner invites a person, changes the role of a member, makes a link to sign in again, and removes the member", async () => {
    const { page, problems } = await console.openAs("owner", "/settings/members");
    await page.getByRole("button", { name: "Invite person" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Luis Vega");
    await dialog.getByLabel("E-mail").fill("luis@example.com");
    await dialog.getByRole("radio", { name: "Viewer" }).check();
    await dialog.getByRole("button", { name: "Make the link" }).click();
    await page.locator("[data-secret]").waitFor();
    expect(await page.locator("[data-secret]").textContent()).toMatch(/\/invitation\//);
    await page.getByRole("button", { name: "I have made a copy" }).click();
    await page.getByRole("cell", { name: "Luis Vega luis@example.com" }).waitFor();

    const member = await console.signIn("viewer");
    await page.reload();
    // A link to sign in again is an open invitation too.
    const members = page.getByRole("table", { name: "Members of this business" });
    const row = members.getByRole("row", { name: /Ana viewer/ });
    await row.getByLabel("Role: Ana viewer").selectOption("Operator");
    await page.getByText("The role is changed").first().waitFor();
    await row.getByRole("button", { name: "Link to sign in" }).click();
    await page.getByRole("dialog", { name: "Link to sign in" }).getByRole("button", { name: "Make the link" }).click();
    await page.locator("[data-secret]").waitFor();
    await page.getByRole("heading", { name: "Link to sign in" }).waitFor();
    await page.getByRole("button", { name: "I have made a copy" }).click();
    await row.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await row.waitFor({ state: "detached" });
    const removed = createPerson(console.testMesh, `session=${member}`);
    await expect.poll(async () => (await removed.call("GET", business())).status).toBe(401);
    expect(problems).toEqual([]);
  });
});

describeInBrowser("the bank validation in the application", () => {
  const console = useConsoleBrowser();
  usePages(console);

  test("why a test got no answer is said in the language of the page", async () => {
    // Nothing listens at the address of the seeded bank.
    const { page, problems } = await console.open(await console.signIn(), "/settings/bank-validation", {
      language: "es",
    });
    await page.getByRole("button", { name: "Probar" }).click();
    await page.getByText("Ninguna respuesta que sirva: Sin conexión").first().waitFor();
    expect(problems).toEqual([]);
  });
});
