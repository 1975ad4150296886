// Members and the business in the application, and the dialog that asks for the passkey before such a change.
import { MongoClient } from "mongodb";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ConsoleBrowser,
  describeInBrowser,
  findAccessibilityProblems,
  startConsoleBrowser,
  takePicture,
} from "../support/console-browser.js";
import { addAuthenticator, createPerson, forgetProof as forgetProofOf } from "../support/people.js";

describeInBrowser("settings in the application", () => {
  let console: ConsoleBrowser;
  let mongo: MongoClient;
  beforeAll(async () => {
    console = await startConsoleBrowser();
    mongo = await new MongoClient(console.testMesh.mesh.mongodbUrl).connect();
  });
  afterAll(async () => {
    await mongo?.close();
    await console.stop();
  });

  const business = () => `/v1/console/businesses/${console.business.businessId}`;
  const open = async (session: string, path: string) => {
    const opened = await console.open(session, path);
    return { ...opened, person: createPerson(console.testMesh, `session=${session}`) };
  };
  /** As if the last proof were longer ago than a change allows. */
  const forgetProof = async (session: string) => {
    const person = createPerson(console.testMesh, `session=${session}`);
    await forgetProofOf(console.testMesh, mongo, person);
    // The gateway knows sessions for a moment; a change of nothing tells when it has read this one again.
    const change = async () => (await person.call("PATCH", business(), { requireProposal: false })).body.error;
    await expect.poll(change).toBe("step_up_required");
  };
  const rename = async (page: Page, name: string) => {
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Save" }).click();
  };

  test("an owner changes the business, and a currency that does not exist is refused at its field", async () => {
    const { page, person, problems } = await open(await console.signIn(), "/settings/business");
    await page.getByLabel("Name", { exact: true }).fill("Café Norte");
    await page.getByLabel("Time zone").selectOption("America/Bogota");
    await page.getByLabel("Currency").fill("cop");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The business is changed").first().waitFor();
    const { body } = await person.call("GET", business());
    expect(body).toMatchObject({ name: "Café Norte", timeZone: "America/Bogota", currency: "COP" });
    await page.getByLabel("Currency").fill("ZZ");
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => page.getByLabel("Currency").getAttribute("aria-invalid")).toBe("true");
    expect(problems.filter((problem) => !problem.includes("status of 4"))).toEqual([]);
  });

  test("a change that needs a fresh proof waits for the passkey, and is made once after it", async () => {
    const session = await console.signIn();
    const { page, person } = await open(session, "/profile");
    await addAuthenticator(page);
    await page.getByRole("button", { name: "Add passkey" }).click();
    await expect.poll(async () => (await person.call("GET", "/v1/console/session")).body.hasPasskey).toBe(true);
    await page.goto(`${console.appUrl}/b/${console.business.businessId}/settings/business`);
    await page.getByLabel("Name", { exact: true }).waitFor();
    await forgetProof(session);
    await rename(page, "Café Sur");
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.waitFor();
    expect(await findAccessibilityProblems(page)).toEqual([]);
    await takePicture(page, "step-up");
    expect((await person.call("GET", business())).body.name).not.toBe("Café Sur");
    await dialog.getByRole("button", { name: "Use passkey" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("The business is changed").first().waitFor();
    expect((await person.call("GET", business())).body.name).toBe("Café Sur");
  });

  test("without the passkey the change is not made, and the form says so", async () => {
    const session = await console.signIn();
    const { page, person } = await open(session, "/settings/business");
    await forgetProof(session);
    await rename(page, "Café Este");
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.locator(".form-error").waitFor();
    expect((await person.call("GET", business())).body.name).not.toBe("Café Este");
  });

  test("an owner invites a person, changes the role of a member, makes a link to sign in again, and removes the member", async () => {
    const { page, problems } = await open(await console.signIn(), "/settings/members");
    await page.getByRole("button", { name: "Invite person" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Luis Vega");
    await dialog.getByLabel("E-mail").fill("luis@example.com");
    await dialog.getByRole("radio", { name: "Viewer" }).check();
    await dialog.getByRole("button", { name: "Make the link" }).click();
    await page.locator("[data-secret]").waitFor();
    expect(await page.locator("[data-secret]").textContent()).toMatch(/\/invitation\//);
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("cell", { name: "Luis Vega luis@example.com" }).waitFor();

    const member = await console.signIn("viewer");
    await page.reload();
    // A link to sign in again is an open invitation too.
    const members = page.getByRole("table", { name: "Members of this business" });
    const row = members.getByRole("row", { name: /Ana viewer/ });
    await row.getByLabel("Role: Ana viewer").selectOption("Operator");
    await page.getByText("The role is changed").first().waitFor();
    await row.getByRole("button", { name: "Link to sign in" }).click();
    await page.locator("[data-secret]").waitFor();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await row.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await row.waitFor({ state: "detached" });
    const removed = createPerson(console.testMesh, `session=${member}`);
    await expect.poll(async () => (await removed.call("GET", business())).status).toBe(401);
    expect(problems).toEqual([]);
  });
});
